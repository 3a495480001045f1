from decimal import Decimal
from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel

from mock_platform.kit.auth import signed_in
from mock_platform.kit.routing import DB, api_router
from sample import operations
from sample.models import Jar, User

router = api_router()
Me = Annotated[User, Depends(signed_in)]


class NewJar(BaseModel):
    label: str
    price: Decimal


@router.get("/jars", tags=["jars"])
def list_jars(db: DB, me: Me) -> list[Jar]:
    """All jars of the user."""
    return operations.list_jars(db, me)


@router.post("/jars", tags=["jars"], status_code=201)
def fill_jar(db: DB, me: Me, body: NewJar) -> Jar:
    """Fill one jar."""
    return operations.fill_jar(db, me, body.label, body.price)


@router.delete("/jars/{jar_id}", tags=["jars"], status_code=204)
def empty_jar(db: DB, me: Me, jar_id: int) -> None:
    """Empty one jar."""
    operations.empty_jar(db, me, jar_id)
