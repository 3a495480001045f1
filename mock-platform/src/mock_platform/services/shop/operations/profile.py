"""A customer's own data: profile, addresses, cards, wish list."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.services.shop.models import (
    Address,
    Order,
    PaymentMethod,
    Product,
    User,
    WishlistItem,
)
from mock_platform.services.shop.operations.catalogue import Offer, view_product

Short = Annotated[str, Field(min_length=1, max_length=120)]


class ProfileDetails(BaseModel):
    name: Short
    phone: str = Field(default="", max_length=40)
    newsletter: bool = False


class AddressDetails(BaseModel):
    label: Short
    recipient: Short
    street: Short
    postcode: Short
    city: Short
    is_default: bool = False


class CardDetails(BaseModel):
    """A card to keep on file; `expires_on` is its last valid day."""

    brand: Short
    last_four: str = Field(pattern=r"^\d{4}$")
    expires_on: date
    is_default: bool = False


@operation
def update_profile(db: Session, user: User, details: ProfileDetails) -> User:
    for name, value in details.model_dump().items():
        setattr(user, name, value)
    db.add(user)
    return user


@operation
def list_addresses(db: Session, user: User) -> Sequence[Address]:
    return db.exec(
        select(Address).where(Address.user_id == user.id).order_by(col(Address.id))
    ).all()


@operation
def save_address(
    db: Session, user: User, details: AddressDetails, address_id: int | None = None
) -> Address:
    """A new address, or the change of one; past orders keep theirs as it was."""
    assert user.id is not None
    if address_id is None:
        address = Address(user_id=user.id, **details.model_dump())
        db.add(address)
    else:
        address = own_address(db, user, address_id)
        for name, value in details.model_dump().items():
            setattr(address, name, value)
    db.flush()
    if address.is_default:
        for other in list_addresses(db, user):
            other.is_default = other.id == address.id
    return address


@operation
def delete_address(db: Session, user: User, address_id: int) -> None:
    address = own_address(db, user, address_id)
    if db.exec(select(Order.id).where(Order.address_id == address.id)).first() is not None:
        raise Refused("Orders went to this address; it stays in your records.")
    db.delete(address)


@operation
def list_payment_methods(db: Session, user: User) -> Sequence[PaymentMethod]:
    mine = select(PaymentMethod).where(PaymentMethod.user_id == user.id)
    return db.exec(mine.order_by(col(PaymentMethod.id))).all()


@operation
def add_payment_method(db: Session, user: User, details: CardDetails) -> PaymentMethod:
    assert user.id is not None
    if details.expires_on < today():
        raise Invalid("The card has expired.", fields={"expires_on": "in the past"})
    card = PaymentMethod(user_id=user.id, **details.model_dump())
    db.add(card)
    db.flush()
    if card.is_default:
        for other in list_payment_methods(db, user):
            other.is_default = other.id == card.id
    return card


@operation
def delete_payment_method(db: Session, user: User, method_id: int) -> None:
    card = db.get(PaymentMethod, method_id)
    if card is None or card.user_id != user.id:
        raise NotFound("There is no such card.")
    if db.exec(select(Order.id).where(Order.payment_method_id == card.id)).first() is not None:
        raise Refused("Orders were paid with this card; it stays in your records.")
    db.delete(card)


@operation
def list_wishlist(db: Session, user: User) -> list[Offer]:
    slugs = db.exec(
        select(Product.slug)
        .join(WishlistItem, col(WishlistItem.product_id) == Product.id)
        .where(WishlistItem.user_id == user.id)
        .order_by(col(WishlistItem.id))
    ).all()
    return [view_product(db, slug) for slug in slugs]


@operation
def add_to_wishlist(db: Session, user: User, slug: str) -> WishlistItem:
    product = view_product(db, slug).product
    assert user.id is not None
    assert product.id is not None
    item = _wish(db, user, product)
    if item is None:
        item = WishlistItem(user_id=user.id, product_id=product.id)
        db.add(item)
        db.flush()
    return item


@operation
def remove_from_wishlist(db: Session, user: User, slug: str) -> None:
    item = _wish(db, user, view_product(db, slug).product)
    if item is None:
        raise NotFound("It is not on your wish list.")
    db.delete(item)


def own_address(db: Session, user: User, address_id: int) -> Address:
    address = db.get(Address, address_id)
    if address is None or address.user_id != user.id:
        raise NotFound("There is no such address.")
    return address


def _wish(db: Session, user: User, product: Product) -> WishlistItem | None:
    mine = select(WishlistItem).where(WishlistItem.user_id == user.id)
    return db.exec(mine.where(WishlistItem.product_id == product.id)).first()
