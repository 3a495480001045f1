"""The web pages of the calendar."""

from mock_platform.kit.routing import page_router

router = page_router()
__all__ = ["router"]
