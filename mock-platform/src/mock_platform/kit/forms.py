"""What the handlers of web pages share: reading what was typed, and trying an operation."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError
from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import RedirectResponse

from mock_platform.kit.errors import Invalid, NotFound, Refused
from mock_platform.kit.pages import redirect


def checked[T](model: type[T], given: dict[str, Any]) -> T:
    """The form as the operation wants it; Invalid names the fields that are wrong."""
    try:
        return model(**given)
    except ValidationError as error:
        found = [(item["loc"], str(item["msg"])) for item in error.errors()]
        fields = {str(place[0]): said for place, said in found if place}
        if not fields:
            whole = found[0][1].removeprefix("Value error, ")
            raise Invalid(f"{whole[:1].upper()}{whole[1:]}.") from None
        names = ", ".join(name.replace("_", " ") for name in fields)
        raise Invalid(f"Please look again at: {names}.", fields=fields) from None


def whole_number(text: str) -> int | None:
    """The number that a person typed or that a form holds; None if it is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def known_number(text: str) -> int:
    """The number of a row in an address or a form; NotFound if it is none."""
    number = whole_number(text)
    if number is None:
        raise NotFound("There is no such page.")
    return number


def attempt(
    request: Request, db: Session, action: Callable[[], object], back: str, done: str
) -> RedirectResponse:
    """Do it and go `back`, with the message `done`, or with why a rule forbids it."""
    try:
        action()
    except (Invalid, Refused) as error:
        db.rollback()
        return redirect(request, back, error.message, "error")
    return redirect(request, back, done)
