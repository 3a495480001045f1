"""The web pages of the books."""

from mock_platform.services.finance.pages import control, ledger, overview, purchasing, vendors
from mock_platform.services.finance.pages.router import router

__all__ = ["control", "ledger", "overview", "purchasing", "router", "vendors"]
