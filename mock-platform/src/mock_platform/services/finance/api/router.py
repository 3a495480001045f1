"""The router that all modules of the API add to, who asks, and the months in addresses."""

from datetime import date
from typing import Annotated

from fastapi import Depends, Path, Query

from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.clock import today
from mock_platform.kit.routing import api_router
from mock_platform.services.finance.models import User
from mock_platform.services.finance.months import first_of
from mock_platform.services.finance.operations import month_of

router = api_router()
router.dependencies.append(bearer)

_PATTERN = r"^[0-9]{4}-[0-9]{2}$"

Me = Annotated[User, Depends(signed_in)]


async def _in_path(month: Annotated[str, Path(pattern=_PATTERN, description="2026-11")]) -> date:
    return month_of(month)


async def _asked(
    month: Annotated[
        str | None, Query(pattern=_PATTERN, description="2026-11; this month without it")
    ] = None,
) -> date:
    return first_of(today()) if month is None else month_of(month)


PathMonth = Annotated[date, Depends(_in_path)]
AskedMonth = Annotated[date, Depends(_asked)]
