"""The web application of a service: its routers, sign-in, errors, health, reference page."""

from typing import Any
from urllib.parse import quote, urlsplit

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from mock_platform.kit.auth import account_routers
from mock_platform.kit.errors import ErrorBody, ErrorDetail, ServiceError, SignInRequired
from mock_platform.kit.guard import Guard
from mock_platform.kit.pages import STATIC, page, redirect
from mock_platform.kit.reference import reference
from mock_platform.kit.runtime import Runtime

_CODES = {404: "not_found", 405: "method_not_allowed"}


def create_app(runtime: Runtime) -> FastAPI:
    """The application over `runtime`'s database; `/health` answers when it can serve."""
    service = runtime.service
    app = FastAPI(title=service.title, description=service.summary, docs_url=None, redoc_url=None)
    app.state.runtime = runtime
    for router in (
        *account_routers(),
        service.module("api").router,
        service.module("pages").router,
    ):
        app.router.routes.extend(router.routes)  # including them would build each one again
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Guard, answer=_answer)
    app.add_exception_handler(ServiceError, _service_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)

    @app.get("/health", include_in_schema=False)
    async def health() -> PlainTextResponse:
        return PlainTextResponse("ok")

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> RedirectResponse:
        return RedirectResponse("/static/icon.svg")

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        return page(request, "reference.html", sections=reference(app.openapi()))

    return app


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api")


def _answer(request: Request, error: ServiceError) -> Response:
    if _wants_json(request):
        detail = ErrorDetail(code=error.code, message=error.message, fields=error.fields)
        body = ErrorBody(error=detail).model_dump()
        return JSONResponse(body, status_code=error.status, headers=error.headers)
    if isinstance(error, SignInRequired):
        return redirect(request, f"/login?next={quote(_page_of(request))}")
    response = page(request, "error.html", status=error.status, error=error)
    response.headers.update(error.headers)
    return response


def _page_of(request: Request) -> str:
    """The page that a person is on: the one asked for, or the one with the form that was sent."""
    if request.method == "GET":
        path, query = request.url.path, request.url.query
    else:
        source = urlsplit(request.headers.get("referer", ""))
        path, query = source.path or "/", source.query
    return f"{path}?{query}" if query else path


async def _service_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ServiceError)
    return _answer(request, error)


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = {_place(item["loc"]): str(item["msg"]) for item in error.errors()}
    invalid = ServiceError("Some values are missing or wrong.", fields=fields)
    invalid.status, invalid.code = 422, "invalid"
    return _answer(request, invalid)


def _place(location: tuple[Any, ...]) -> str:
    return ".".join(str(part) for part in location[1:]) or str(location[0])


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {404: "There is no such page.", 405: "That is not possible here."}
    failure = ServiceError(messages.get(error.status_code, str(error.detail)))
    failure.status = error.status_code
    failure.code = _CODES.get(error.status_code, "bad_request")
    failure.headers = dict(error.headers or {})
    return _answer(request, failure)
