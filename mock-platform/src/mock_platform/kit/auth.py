"""Signing in: sessions by cookie for pages, by bearer token for programs."""

import hashlib
import secrets
from types import SimpleNamespace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Response
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field
from sqlmodel import Session, select
from starlette.requests import Request

from mock_platform.kit.clock import now
from mock_platform.kit.database import sessions_table
from mock_platform.kit.errors import Invalid, SignInRequired
from mock_platform.kit.journal import values_of
from mock_platform.kit.pages import local_path, page, redirect
from mock_platform.kit.routing import DB, api_router, page_router
from mock_platform.kit.rows import password_matches
from mock_platform.kit.runtime import Runtime


class Credentials(BaseModel):
    email: str = Field(max_length=200)
    password: str = Field(max_length=200)


class SignedIn(BaseModel):
    """`token` goes into `Authorization: Bearer …`."""

    token: str
    user_id: int
    name: str
    email: str


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(Runtime.of(request).cookie)


async def visitor(request: Request, db: DB) -> Any:
    """The signed-in user of the request, or None."""
    token = _token(request)
    if token is None:
        return None
    found = db.execute(
        select(sessions_table.c.user_id).where(sessions_table.c.token_hash == _digest(token))
    ).scalar()
    user = db.get(Runtime.of(request).service.user_model, found) if found is not None else None
    if user is not None:
        request.state.user = _shown(user)
        request.state.transaction.actor = user.email
    return user


async def signed_in(request: Request, db: DB) -> Any:
    """The signed-in user of the request; a service writes `Annotated[User, Depends(signed_in)]`."""
    user = await visitor(request, db)
    if user is None:
        raise SignInRequired("Please sign in.")
    return user


bearer = Depends(HTTPBearer(auto_error=False, description="The token that sign_in returns"))
"""Documents the bearer token in the OpenAPI document; `signed_in` is what checks it."""


def _shown(user: Any) -> SimpleNamespace:
    """What pages show of a user; unlike the row, it outlives a rollback."""
    values = values_of(user)
    del values["password"]
    return SimpleNamespace(**values)


def _open_session(request: Request, db: Session, given: Credentials) -> tuple[str, Any]:
    model = Runtime.of(request).service.user_model
    user = db.exec(select(model).where(model.email == given.email.strip().lower())).first()
    if user is None or not password_matches(given.password, user.password):
        raise Invalid("The e-mail address or the password is wrong.")
    token = secrets.token_urlsafe(24)
    db.execute(
        sessions_table.insert().values(
            token_hash=_digest(token), user_id=user.id, created_at=now().isoformat()
        )
    )
    request.state.transaction.actor = user.email
    return token, user


def _close_session(request: Request, db: Session) -> None:
    if token := _token(request):
        db.execute(sessions_table.delete().where(sessions_table.c.token_hash == _digest(token)))


def account_routers() -> list[APIRouter]:
    """Sign-in and sign-out, the same for every service, as API and as pages."""
    api, pages = api_router(), page_router()

    @api.post("/login", tags=["account"])
    def sign_in(request: Request, db: DB, body: Credentials) -> SignedIn:
        """Start a session."""
        token, user = _open_session(request, db, body)
        return SignedIn(token=token, user_id=user.id, name=user.name, email=user.email)

    @api.post("/logout", tags=["account"], status_code=204, dependencies=[bearer])
    def sign_out(request: Request, db: DB) -> None:
        """End the session."""
        _close_session(request, db)

    @pages.get("/login")
    def login_page(request: Request, next: str = "/") -> Response:  # noqa: A002
        return page(request, "login.html", next=local_path(next))

    @pages.post("/login")
    def login(
        request: Request,
        db: DB,
        form: Annotated[Credentials, Form()],
        next: Annotated[str, Form()] = "/",  # noqa: A002
    ) -> Response:
        try:
            token, user = _open_session(request, db, form)
        except Invalid as error:
            context = {"next": local_path(next), "email": form.email, "error": error.message}
            return page(request, "login.html", status=422, **context)
        response = redirect(request, local_path(next), flash=f"Welcome, {user.name}.")
        response.set_cookie(Runtime.of(request).cookie, token, httponly=True, samesite="lax")
        return response

    @pages.post("/logout")
    def logout(request: Request, db: DB) -> Response:
        _close_session(request, db)
        response = redirect(request, "/login", flash="You are signed out.")
        response.delete_cookie(Runtime.of(request).cookie)
        return response

    return [api, pages]
