"""The router of the API, and the signed-in user."""

from typing import Annotated

from fastapi import Depends

from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.routing import api_router
from mock_platform.services.social.models import User

router = api_router()
router.dependencies.append(bearer)
Me = Annotated[User, Depends(signed_in)]
