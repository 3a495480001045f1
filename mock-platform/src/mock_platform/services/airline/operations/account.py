"""A customer's own data: profile, cards, messages."""

from collections.abc import Sequence
from datetime import date

from pydantic import BaseModel, Field
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.airline.models import Booking, Message, Payment, PaymentMethod, User
from mock_platform.services.airline.operations.bookings import Name


class ProfileDetails(BaseModel):
    phone: str = Field(default="", max_length=40)
    newsletter: bool = False


class CardDetails(BaseModel):
    """A card to keep on file; `expires_on` is its last valid day."""

    brand: Name
    last_four: str = Field(pattern=r"^\d{4}$")
    expires_on: date
    is_default: bool = False


@operation
def update_profile(db: Session, user: User, details: ProfileDetails) -> User:
    """Change telephone and newsletter; the name is that of the miles account and stays."""
    user.phone, user.newsletter = details.phone.strip(), details.newsletter
    db.add(user)
    db.flush()
    return user


@operation
def list_payment_methods(db: Session, user: User) -> Sequence[PaymentMethod]:
    """The cards on file, the one used by default first."""
    return own_cards(db, user)


def own_cards(db: Session, user: User) -> Sequence[PaymentMethod]:
    mine = select(PaymentMethod).where(PaymentMethod.user_id == user.id)
    return db.exec(mine.order_by(col(PaymentMethod.is_default).desc(), col(PaymentMethod.id))).all()


@operation
def add_payment_method(db: Session, user: User, details: CardDetails) -> PaymentMethod:
    """Keep a card on file."""
    assert user.id is not None
    if details.expires_on < today():
        raise Invalid("The card has expired.", fields={"expires_on": "in the past"})
    others = own_cards(db, user)
    card = PaymentMethod(user_id=user.id, **details.model_dump())
    if card.is_default:
        for other in others:
            other.is_default = False
    db.add(card)
    db.flush()
    return card


@operation
def delete_payment_method(db: Session, user: User, method_id: int) -> None:
    """Remove a card that no booking was paid with."""
    card = db.get(PaymentMethod, method_id)
    if card is None or card.user_id != user.id:
        raise NotFound("There is no such card.")
    paid = select(Payment.id).where(Payment.payment_method_id == card.id)
    booked = select(Booking.id).where(Booking.payment_method_id == card.id)
    if db.exec(paid).first() is not None or db.exec(booked).first() is not None:
        raise Refused("Bookings were paid with this card; it stays on file.")
    db.delete(card)


@operation
def list_messages(db: Session, user: User, unread: bool, page: int, size: int) -> Paged[Message]:
    """What the airline wrote, newest first; with `unread`, only what is new."""
    mine = select(Message).where(Message.user_id == user.id)
    if unread:
        mine = mine.where(col(Message.unread).is_(True))
    return paged(db, mine.order_by(col(Message.sent_at).desc(), col(Message.id).desc()), page, size)


@operation
def view_message(db: Session, user: User, message_id: int) -> tuple[Message, str | None]:
    """One message, and the code of the booking it is about."""
    message = own_message(db, user, message_id)
    booking = db.get(Booking, message.booking_id) if message.booking_id else None
    return message, booking.code if booking else None


@operation
def mark_message_read(db: Session, user: User, message_id: int, unread: bool = False) -> Message:
    """Mark a message as read, or as unread again."""
    message = own_message(db, user, message_id)
    message.unread = unread
    db.flush()
    return message


def unread_messages(db: Session, user: User) -> int:
    unread = select(func.count()).where(Message.user_id == user.id, col(Message.unread).is_(True))
    return db.exec(unread).one()


def own_message(db: Session, user: User, message_id: int) -> Message:
    message = db.get(Message, message_id)
    if message is None or message.user_id != user.id:
        raise NotFound("There is no such message.")
    return message
