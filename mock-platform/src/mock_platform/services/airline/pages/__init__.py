"""The web pages of the airline."""

from mock_platform.services.airline.pages import account, changes, claims, search, trips
from mock_platform.services.airline.pages.router import router

__all__ = ["account", "changes", "claims", "router", "search", "trips"]
