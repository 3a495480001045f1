"""Wellspring: a person's health record, and the portal of the practice that keeps it."""

from mock_platform.kit import Service

service = Service(
    "health",
    title="Wellspring",
    port=5008,
    summary=(
        "Measurements, medicines, appointments, prescriptions and insurance cover, "
        "for oneself and for those one cares for."
    ),
    accent="#1f6f68",
)
