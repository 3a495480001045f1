"""The web pages."""

from mock_platform.services.social.pages import manage, reading, writing
from mock_platform.services.social.pages.router import router

__all__ = ["manage", "reading", "router", "writing"]
