"""The JSON API of the books."""

from mock_platform.services.finance.api import control, ledger, purchasing
from mock_platform.services.finance.api.router import router

__all__ = ["control", "ledger", "purchasing", "router"]
