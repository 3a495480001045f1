"""Account, miles and messages."""

from typing import Any

from fastapi import Request, Response

from mock_platform.kit import Invalid
from mock_platform.kit.forms import attempt, checked, known_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline.operations import CardDetails, ProfileDetails
from mock_platform.services.airline.pages.router import SIZE, Me, Text, router, show


@router.get("/account")
def account(request: Request, db: DB, me: Me) -> Response:
    return _account(request, db, me)


def _account(
    request: Request, db: DB, me: Me, error: Invalid | None = None, given: Any = None
) -> Response:
    cards = ops.list_payment_methods(db, me)
    context = {"cards": cards, "error": error, "given": given or {}}
    return show(request, db, me, "account.html", error.status if error else 200, **context)


@router.post("/account")
def save_profile(
    request: Request, db: DB, me: Me, phone: Text = "", newsletter: bool = False
) -> Response:
    given = {"phone": phone, "newsletter": newsletter}
    try:
        ops.update_profile(db, me, checked(ProfileDetails, given))
    except Invalid as error:
        db.rollback()
        return _account(request, db, me, error, given)
    return redirect(request, "/account", "Saved.")


@router.post("/account/cards")
def cards(
    request: Request,
    db: DB,
    me: Me,
    action: Text,
    card_id: Text = "",
    brand: Text = "",
    last_four: Text = "",
    expires_on: Text = "",
    is_default: Text = "",
) -> Response:
    if action == "delete":
        number = known_number(card_id)
        remove = lambda: ops.delete_payment_method(db, me, number)  # noqa: E731
        return attempt(request, db, remove, "/account", "Card removed.")
    given = {"brand": brand, "last_four": last_four, "expires_on": expires_on}
    try:
        details = checked(CardDetails, {**given, "is_default": bool(is_default)})
        ops.add_payment_method(db, me, details)
    except Invalid as error:
        db.rollback()
        return _account(request, db, me, error, given)
    return redirect(request, "/account", "Card saved.")


@router.get("/miles")
def miles(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    standing, found = ops.view_loyalty(db, me), ops.list_miles(db, me, page, SIZE)
    return show(request, db, me, "miles.html", standing=standing, found=found)


@router.get("/messages")
def messages(
    request: Request, db: DB, me: Me, unread: bool = False, page: PageNumber = 1
) -> Response:
    found = ops.list_messages(db, me, unread, page, SIZE)
    return show(request, db, me, "messages.html", found=found, only_unread=unread)


@router.get("/messages/{message_id}")
def message(request: Request, db: DB, me: Me, message_id: int) -> Response:
    found, code = ops.view_message(db, me, message_id)
    return show(request, db, me, "message.html", message=found, code=code)


@router.post("/messages/{message_id}")
def mark(request: Request, db: DB, me: Me, message_id: int, action: Text) -> Response:
    change = lambda: ops.mark_message_read(db, me, message_id, action == "unread")  # noqa: E731
    return attempt(request, db, change, "/messages", f"Marked as {action}.")
