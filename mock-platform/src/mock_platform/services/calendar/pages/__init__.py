"""The web pages of the calendar."""

from mock_platform.services.calendar.pages import changes, events, people, settings, views
from mock_platform.services.calendar.pages.router import router

__all__ = ["changes", "events", "people", "router", "settings", "views"]
