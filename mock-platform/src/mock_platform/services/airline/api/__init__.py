"""The JSON API of the airline."""

from mock_platform.services.airline.api import account, bookings, claims, flights
from mock_platform.services.airline.api.router import router

__all__ = ["account", "bookings", "claims", "flights", "router"]
