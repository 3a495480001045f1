"""What every mock service is made of.

Light names only: modules that import the web framework (`routing`, `pages`, `auth`, `app`) are
imported from where they are needed.
"""

from mock_platform.kit.errors import (
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    ServiceError,
    SignInRequired,
    Unavailable,
)
from mock_platform.kit.service import Service, get_service, service_names

__all__ = [
    "Forbidden",
    "Invalid",
    "NotFound",
    "RateLimited",
    "Refused",
    "Service",
    "ServiceError",
    "SignInRequired",
    "Unavailable",
    "get_service",
    "service_names",
]
