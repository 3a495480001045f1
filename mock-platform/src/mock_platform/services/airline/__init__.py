"""Northway Air: an airline."""

from mock_platform.kit import Service

service = Service(
    "airline",
    title="Northway Air",
    port=5005,
    summary="An airline: flights and fares, bookings, seats, check-in, disruptions, claims, miles.",
    accent="#1d4f86",
)
