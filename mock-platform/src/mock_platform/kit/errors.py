"""What an operation raises when it cannot do what was asked, and the one error format.

Every error of every service is `{"error": {"code", "message", "fields": {name: message}}}` in the
API, and a page with the same message for a browser.
"""

from pydantic import BaseModel, Field


class ServiceError(Exception):
    """The base of all expected errors; `status` is the HTTP status, `code` a stable word."""

    status = 400
    code = "bad_request"

    def __init__(
        self,
        message: str,
        *,
        fields: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields or {}
        self.headers = headers or {}


class Refused(ServiceError):
    """A rule of the service forbids it: out of stock, outside the return window."""

    status = 409
    code = "refused"


class Invalid(ServiceError):
    """The values given make no sense; `fields` says which."""

    status = 422
    code = "invalid"


class NotFound(ServiceError):
    """It does not exist, or belongs to somebody else: the two look alike."""

    status = 404
    code = "not_found"


class SignInRequired(ServiceError):
    status = 401
    code = "sign_in_required"


class Forbidden(ServiceError):
    status = 403
    code = "forbidden"


class TooLarge(ServiceError):
    status = 413
    code = "too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"That is more than {limit // 1_000_000} MB.", headers={"Connection": "close"}
        )


class RateLimited(ServiceError):
    status = 429
    code = "rate_limited"

    def __init__(self, retry_after: int) -> None:
        super().__init__(
            f"Too many requests. Try again in {retry_after} seconds.",
            headers={"Retry-After": str(retry_after)},
        )


class Unavailable(ServiceError):
    status = 503
    code = "unavailable"


class ErrorDetail(BaseModel):
    code: str
    message: str
    fields: dict[str, str] = Field(default_factory=dict)


class ErrorBody(BaseModel):
    """The body of every error answer of the API."""

    error: ErrorDetail
