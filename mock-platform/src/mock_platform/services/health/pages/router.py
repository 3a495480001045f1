"""What all pages share: the router, who looks, forms and what they do."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from pydantic import TypeAdapter, ValidationError
from sqlmodel import Session

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.clock import now, today
from mock_platform.kit.forms import whole_number
from mock_platform.kit.pages import page, redirect
from mock_platform.kit.routing import page_router
from mock_platform.services.health import operations as ops
from mock_platform.services.health import policy
from mock_platform.services.health.models import User

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Visitor = Annotated[User | None, Depends(visitor)]
Short = Annotated[str, Query(max_length=100)]
SIZE = 20
AT = "/p/{patient_id}"
_LONGEST = 6000
_DAY: TypeAdapter[date] = TypeAdapter(date)

type Typed = dict[str, str]
type Wrong = Invalid | Refused
type Action = Callable[[Session, User, int, Typed], str]


async def _typed(request: Request) -> Typed:
    form = await request.form()
    found = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    if any(len(value) > _LONGEST for value in found.values()):
        raise Invalid("A text is too long.")
    return found


Given = Annotated[Typed, Depends(_typed)]
"""The fields of the form that was sent; of several with one name, the last."""


def show(
    request: Request,
    db: Session,
    me: User,
    template: str,
    patient_id: int | None = None,
    error: Wrong | None = None,
    **context: Any,
) -> Response:
    """A page; about a record, `access` tells whose it is and what one may do there."""
    access = ops.look_up(db, me, patient_id) if patient_id is not None else None
    if patient_id is not None and access is None:
        raise NotFound("There is no such record.")
    shared: dict[str, Any] = {
        "access": access,
        "at": f"/p/{patient_id}" if patient_id is not None else "",
        "policy": policy,
        "error": error,
        "given": {},
        "today": today(),
        "clock": lambda moment: f"{moment:%H:%M}",
        "measured": measured,
        "plain": plain,
    }
    status = error.status if error else 200
    return page(request, template, status=status, **(shared | context))


def measured(row: Any) -> str:
    """A measurement with its kind's decimals: `128 / 81`."""
    value = f"{ops.rounded(row.value, row.kind):f}"
    return value if row.second is None else f"{value} / {ops.rounded(row.second, row.kind):f}"


def plain(value: Decimal | None) -> str:
    """A bound of a range without needless zeros."""
    if value is None:
        return "any"
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def perform(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    form: Typed,
    actions: Mapping[str, Action],
    back: str,
    again: Callable[[Wrong], Response],
) -> Response:
    """Do what the form's `action` says and go `back`; show the form `again` if a rule forbids."""
    action = actions.get(form.get("action", ""))
    if action is None:
        raise NotFound("There is no such page.")
    try:
        said = action(db, me, patient_id, form)
    except (Invalid, Refused) as error:
        db.rollback()
        return again(error)
    return redirect(request, back, said)


def number(form: Typed, name: str) -> int:
    """The number of a row that a form names; NotFound if it is none."""
    found = whole_number(form.get(name, ""))
    if found is None:
        raise NotFound("There is no such entry.")
    return found


def filled(form: Typed, *names: str) -> dict[str, Any]:
    """The fields that were filled in, for a form model."""
    found = {name: form[name].strip() for name in names if form.get(name, "").strip()}
    return dict(found)


def ticked(form: Typed, *names: str) -> dict[str, bool]:
    return {name: bool(form.get(name)) for name in names}


def read_day(text: str, usual: date | None = None) -> date | None:
    """The day that was typed, `usual` if none was; Invalid."""
    if not text.strip():
        return usual
    try:
        return _DAY.validate_python(text.strip())
    except ValidationError:
        message = f"{text[:40]!r} is not a day like 2026-12-03."
        raise Invalid(message, fields={"day": "not a day"}) from None


def moment(text: str) -> datetime | None:
    """What a field for date and time holds, in UTC; None if it is empty; Invalid."""
    if not text.strip():
        return None
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Invalid(f"{text[:40]!r} is not a date and time.") from None
    return found if found.tzinfo else found.replace(tzinfo=now().tzinfo)
