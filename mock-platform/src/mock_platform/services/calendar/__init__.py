"""Almanac: a firm's calendar."""

from mock_platform.kit import Service

service = Service(
    "calendar",
    title="Almanac",
    port=5003,
    summary="A firm's calendar: events and series, invitations, free/busy times, rooms.",
    accent="#5b3f8c",
)
