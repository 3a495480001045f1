"""The JSON API of the calendar."""

from mock_platform.services.calendar.api import calendars, events, people
from mock_platform.services.calendar.api.router import router

__all__ = ["calendars", "events", "people", "router"]
