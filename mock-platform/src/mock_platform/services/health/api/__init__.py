"""The JSON API of the health service."""

from mock_platform.services.health.api import (
    care,
    insurance,
    people,
    practice,
    prescriptions,
    record,
    therapy,
)
from mock_platform.services.health.api.router import router

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
