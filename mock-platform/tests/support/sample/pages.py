from decimal import Decimal
from typing import Annotated

from fastapi import Depends, Form, Request, Response

from mock_platform.kit.auth import signed_in
from mock_platform.kit.pages import page, redirect
from mock_platform.kit.routing import DB, page_router
from sample import operations
from sample.models import User

router = page_router()
Me = Annotated[User, Depends(signed_in)]


@router.get("/")
def shelf(request: Request, db: DB, me: Me) -> Response:
    return page(request, "shelf.html", jars=operations.list_jars(db, me))


@router.post("/jars")
def fill(
    request: Request,
    db: DB,
    me: Me,
    label: Annotated[str, Form()],
    price: Annotated[Decimal, Form()],
) -> Response:
    jar = operations.fill_jar(db, me, label, price)
    return redirect(request, "/", flash=f"Filled jar #{jar.id}.")
