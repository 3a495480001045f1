"""The customer's account: profile, cards, miles, messages."""

from datetime import date, datetime

from pydantic import BaseModel

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline.api.router import Me, router
from mock_platform.services.airline.models import Message, MilesEntry, PaymentMethod, User
from mock_platform.services.airline.operations import CardDetails, ProfileDetails, Standing


class Profile(BaseModel):
    id: int
    name: str
    email: str
    phone: str
    member_number: str
    newsletter: bool


class CardOut(BaseModel):
    id: int
    brand: str
    last_four: str
    expires_on: date
    is_default: bool


class StandingOut(BaseModel):
    """`flown` are the miles of the last 365 days that make the tier."""

    member_number: str
    balance: int
    tier: str
    bonus_percent: int
    flown: int
    next_tier: str | None
    missing: int


class MilesOut(BaseModel):
    kind: str
    miles: int
    balance: int
    text: str
    made_at: datetime


class MessageOut(BaseModel):
    id: int
    kind: str
    subject: str
    body: str
    sent_at: datetime
    unread: bool


class FullMessageOut(MessageOut):
    code: str | None


class Reading(BaseModel):
    unread: bool = False


def _profile(user: User) -> Profile:
    return Profile(**user.model_dump(exclude={"password", "miles"}))


def _card(card: PaymentMethod) -> CardOut:
    return CardOut(**card.model_dump(exclude={"user_id"}))


def _standing(found: Standing) -> StandingOut:
    return StandingOut.model_validate(found, from_attributes=True)


def _entry(entry: MilesEntry) -> MilesOut:
    return MilesOut.model_validate(entry, from_attributes=True)


def _message(message: Message) -> MessageOut:
    return MessageOut(**message.model_dump(exclude={"user_id", "booking_id"}))


@router.get("/me", tags=["account"])
def view_profile(me: Me) -> Profile:
    """The signed-in customer."""
    return _profile(me)


@router.put("/me", tags=["account"])
def update_profile(db: DB, me: Me, body: ProfileDetails) -> Profile:
    """Change telephone and newsletter."""
    return _profile(ops.update_profile(db, me, body))


@router.get("/payment-methods", tags=["account"])
def list_payment_methods(db: DB, me: Me) -> list[CardOut]:
    """The cards on file, the one used by default first."""
    return [_card(card) for card in ops.list_payment_methods(db, me)]


@router.post("/payment-methods", tags=["account"], status_code=201)
def add_payment_method(db: DB, me: Me, body: CardDetails) -> CardOut:
    """Keep a card on file."""
    return _card(ops.add_payment_method(db, me, body))


@router.delete("/payment-methods/{method_id}", tags=["account"], status_code=204)
def delete_payment_method(db: DB, me: Me, method_id: int) -> None:
    """Remove a card that no booking was paid with."""
    ops.delete_payment_method(db, me, method_id)


@router.get("/miles", tags=["miles"])
def view_loyalty(db: DB, me: Me) -> StandingOut:
    """Balance and tier of the miles account."""
    return _standing(ops.view_loyalty(db, me))


@router.get("/miles/statement", tags=["miles"])
def list_miles(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[MilesOut]:
    """The statement, newest first."""
    found = ops.list_miles(db, me, page, size)
    return PageOf[MilesOut].of(found, [_entry(entry) for entry in found.items])


@router.post("/bookings/{code}/missing-miles", tags=["miles"])
def credit_missing_miles(db: DB, me: Me, code: str) -> StandingOut:
    """Credit the flights of a booking that one flew oneself and got no miles for."""
    return _standing(ops.credit_missing_miles(db, me, code))


@router.get("/messages", tags=["messages"])
def list_messages(
    db: DB, me: Me, unread: bool = False, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[MessageOut]:
    """What the airline wrote, newest first."""
    found = ops.list_messages(db, me, unread, page, size)
    return PageOf[MessageOut].of(found, [_message(message) for message in found.items])


@router.get("/messages/{message_id}", tags=["messages"])
def view_message(db: DB, me: Me, message_id: int) -> FullMessageOut:
    """One message; `code` is the booking it is about."""
    message, code = ops.view_message(db, me, message_id)
    return FullMessageOut(**_message(message).model_dump(), code=code)


@router.post("/messages/{message_id}/read", tags=["messages"])
def mark_message_read(db: DB, me: Me, message_id: int, body: Reading) -> MessageOut:
    """Mark a message as read, or as unread again."""
    return _message(ops.mark_message_read(db, me, message_id, body.unread))
