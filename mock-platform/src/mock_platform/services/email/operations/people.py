"""The address book, and the settings of an account."""

from pydantic import BaseModel, Field
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.email.models import Address, Contact, User


class ContactDetails(BaseModel):
    name: str = Field(min_length=1, max_length=120)
    email: Address
    phone: str = Field(default="", max_length=60)
    firm: str = Field(default="", max_length=120)
    note: str = Field(default="", max_length=500)


class Settings(BaseModel):
    signature: str = Field(default="", max_length=1000)
    away_message: str = Field(default="", max_length=1000)


@operation
def list_contacts(db: Session, user: User, q: str, page: int, size: int) -> Paged[Contact]:
    """The address book by name; `q` looks into name, address and firm."""
    query = select(Contact).where(Contact.user_id == user.id)
    if q:
        fields = (Contact.name, Contact.email, Contact.firm)
        query = query.where(or_(*(col(f).icontains(q, autoescape=True) for f in fields)))
    return paged(db, query.order_by(col(Contact.name), col(Contact.id)), page, size)


@operation
def view_contact(db: Session, user: User, contact_id: int) -> Contact:
    contact = db.get(Contact, contact_id)
    if contact is None or contact.user_id != user.id:
        raise NotFound("There is no such contact.")
    return contact


@operation
def create_contact(db: Session, user: User, details: ContactDetails) -> Contact:
    assert user.id is not None
    _check_free(db, user, details.email, None)
    contact = Contact(user_id=user.id, **details.model_dump())
    db.add(contact)
    db.flush()
    return contact


@operation
def update_contact(db: Session, user: User, contact_id: int, details: ContactDetails) -> Contact:
    contact = view_contact(db, user, contact_id)
    _check_free(db, user, details.email, contact_id)
    for name, value in details.model_dump().items():
        setattr(contact, name, value)
    return contact


@operation
def delete_contact(db: Session, user: User, contact_id: int) -> None:
    db.delete(view_contact(db, user, contact_id))


@operation
def update_settings(db: Session, user: User, settings: Settings) -> User:
    user.signature, user.away_message = settings.signature, settings.away_message
    db.add(user)
    return user


def _check_free(db: Session, user: User, email: str, contact_id: int | None) -> None:
    same = select(Contact).where(Contact.user_id == user.id, Contact.email == email)
    taken = db.exec(same).first()
    if taken is not None and taken.id != contact_id:
        raise Invalid("There is a contact with that address.", fields={"email": "taken"})
