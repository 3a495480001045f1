"""Routers whose every request is one transaction."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute
from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import Response

from mock_platform.kit.errors import ErrorBody, Invalid
from mock_platform.kit.injection import StaleRead
from mock_platform.kit.journal import Surface
from mock_platform.kit.runtime import Runtime
from mock_platform.kit.transaction import Transaction

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": description}
    for status, description in {
        400: "The request could not be read",
        401: "Sign in first",
        403: "Not allowed",
        404: "It does not exist",
        409: "A rule of the service forbids it",
        413: "The request is too large",
        422: "Some values are wrong",
        429: "Too many requests",
        503: "Briefly unavailable",
    }.items()
}


class TransactionRoute(APIRoute):
    """Requests of a service run one after another, so that no two transactions ever collide."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            runtime = Runtime.of(request)
            await request.body()
            async with runtime.lock:
                runtime.injector.before_request(runtime.database)
                try:
                    response, delay = await _once(handler, request)
                except StaleRead:
                    response, delay = await _once(handler, request, stale=True)
            if delay:
                await asyncio.sleep(delay)
            return response

        return handle


async def _once(
    handler: Callable[[Request], Coroutine[Any, Any, Response]],
    request: Request,
    *,
    stale: bool = False,
) -> tuple[Response, float]:
    """Answer in a transaction of its own; the seconds that the answer is to be held back."""
    runtime = Runtime.of(request)
    surface: Surface = "api" if request.url.path.startswith("/api") else "page"
    transaction = Transaction(runtime.database, runtime.injector, surface, stale=stale)
    request.state.transaction = transaction
    try:
        response = await _storable(handler, request)
        if response.status_code < 400:
            transaction.commit()
        else:
            transaction.rollback()
    except BaseException:
        transaction.rollback()
        raise
    finally:
        transaction.close()
    return response, transaction.delay


async def _storable(
    handler: Callable[[Request], Coroutine[Any, Any, Response]], request: Request
) -> Response:
    """What no database can hold (numbers beyond 64 bits, half characters) is the client's error."""
    try:
        return await handler(request)
    except OverflowError:
        raise Invalid("A number is too large.") from None
    except UnicodeEncodeError:
        raise Invalid("A text holds characters that do not exist.") from None


def _operation_id(route: APIRoute) -> str:
    return route.name


def api_router() -> APIRouter:
    """The router of a service's `api.py`; a function's name is its `operationId`."""
    return APIRouter(
        prefix="/api",
        route_class=TransactionRoute,
        responses=_ERRORS,
        generate_unique_id_function=_operation_id,
    )


def page_router() -> APIRouter:
    """The router of a service's `pages.py`."""
    return APIRouter(route_class=TransactionRoute, include_in_schema=False)


async def _session(request: Request) -> Session:
    transaction: Transaction = request.state.transaction
    return transaction.session


DB = Annotated[Session, Depends(_session)]
"""The session of the request, for a handler's parameter."""
