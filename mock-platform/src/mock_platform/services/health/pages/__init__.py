"""The web pages of the health service."""

from mock_platform.services.health.pages import (
    care,
    insurance,
    people,
    practice,
    prescriptions,
    record,
    therapy,
)
from mock_platform.services.health.pages.router import router

__all__ = [
    "care",
    "insurance",
    "people",
    "practice",
    "prescriptions",
    "record",
    "router",
    "therapy",
]
