"""The JSON API."""

from mock_platform.services.social.api import accounts, manage, posts
from mock_platform.services.social.api.router import router

__all__ = ["accounts", "manage", "posts", "router"]
