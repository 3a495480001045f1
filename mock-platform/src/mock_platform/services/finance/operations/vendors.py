"""Vendors: their details, blocks and duplicates."""

import re
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints
from sqlalchemy import func
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import Invoice, PurchaseOrder, User, Vendor
from mock_platform.services.finance.operations.books import note
from mock_platform.services.finance.operations.rights import require
from mock_platform.services.finance.operations.values import Line, Name
from mock_platform.services.finance.policy import LONGEST_TERMS, ZERO

OPEN_STATES = ("draft", "received", "matched", "approved", "disputed")
_FORMS = re.compile(r"\b(ltd|limited|gmbh|inc|llc|plc|co|and|the)\b")


class VendorDetails(BaseModel):
    """`terms_days` after the date of an invoice it is due."""

    name: Name
    tax_id: Line = ""
    email: Line = ""
    phone: Line = ""
    address: Line = ""
    terms_days: int = Field(default=30, ge=0, le=LONGEST_TERMS)


class BankDetails(BaseModel):
    iban: Annotated[
        str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{8,36}$")
    ]


class VendorQuery(BaseModel):
    """`unconfirmed` finds those whose bank details nobody has confirmed."""

    q: str = Field(default="", max_length=200)
    blocked: bool | None = None
    unconfirmed: bool = False


@dataclass(frozen=True)
class FullVendor:
    """`owed` is the total of its approved invoices, `open` how many invoices are not settled."""

    vendor: Vendor
    owed: Decimal
    open: int
    duplicates: list[Vendor]


@operation
def list_vendors(db: Session, query: VendorQuery, page: int, size: int) -> Paged[Vendor]:
    """Vendors by name."""
    statement = select(Vendor)
    if text := query.q.strip():
        fields = (Vendor.name, Vendor.tax_id, Vendor.email, Vendor.iban)
        statement = statement.where(or_(*(col(f).contains(text, autoescape=True) for f in fields)))
    if query.blocked is not None:
        statement = statement.where(col(Vendor.blocked) == query.blocked)
    if query.unconfirmed:
        statement = statement.where(col(Vendor.bank_confirmed).is_(False))
    return paged(db, statement.order_by(col(Vendor.name), col(Vendor.id)), page, size)


@operation
def view_vendor(db: Session, vendor_id: int) -> FullVendor:
    """A vendor, what it is owed, and others that may be the same."""
    vendor = find_vendor(db, vendor_id)
    mine = select(func.count(), func.sum(Invoice.total)).where(Invoice.vendor_id == vendor.id)
    _, owed = db.exec(mine.where(Invoice.status == "approved")).one()
    count, _ = db.exec(mine.where(col(Invoice.status).in_(OPEN_STATES))).one()
    return FullVendor(vendor, owed or ZERO, count, _similar(db, vendor))


@operation
def add_vendor(
    db: Session, user: User, details: VendorDetails, bank: BankDetails | None = None
) -> FullVendor:
    """Add a vendor; its bank details wait for somebody else to confirm them."""
    _check_tax_id(db, details.tax_id, None)
    vendor = Vendor(**details.model_dump())
    if bank is not None:
        vendor.iban, vendor.bank_confirmed = _compact(bank.iban), False
        vendor.bank_entered_by = user.key
    db.add(vendor)
    db.flush()
    note(db, user, "added", subject(vendor), vendor.name)
    return view_vendor(db, vendor.key)


@operation
def update_vendor(db: Session, user: User, vendor_id: int, details: VendorDetails) -> FullVendor:
    """Change name, addresses and terms; terms count for invoices entered from now on."""
    vendor = _active(db, vendor_id)
    _check_tax_id(db, details.tax_id, vendor.id)
    vendor.sqlmodel_update(details.model_dump())
    note(db, user, "changed", subject(vendor))
    return view_vendor(db, vendor_id)


@operation
def change_bank_details(db: Session, user: User, vendor_id: int, bank: BankDetails) -> FullVendor:
    """Enter new bank details; nothing is paid until somebody else has confirmed them."""
    vendor = _active(db, vendor_id)
    vendor.iban, vendor.bank_entered_by = _compact(bank.iban), user.key
    vendor.bank_confirmed = False
    note(db, user, "changed the bank details of", subject(vendor), vendor.iban)
    return view_vendor(db, vendor_id)


@operation
def confirm_bank_details(db: Session, user: User, vendor_id: int) -> FullVendor:
    """Confirm bank details that somebody else has entered."""
    require(user, "approver", "controller")
    vendor = _active(db, vendor_id)
    if vendor.bank_confirmed or not vendor.iban:
        raise Refused("There are no bank details to confirm.")
    if vendor.bank_entered_by == user.id:
        raise Refused("You entered these bank details: somebody else has to confirm them.")
    vendor.bank_confirmed = True
    note(db, user, "confirmed the bank details of", subject(vendor), vendor.iban)
    return view_vendor(db, vendor_id)


@operation
def block_vendor(db: Session, user: User, vendor_id: int, reason: str) -> FullVendor:
    """Block a vendor: no orders, approvals or payments until it is unblocked."""
    require(user, "approver", "controller")
    vendor = _active(db, vendor_id)
    if vendor.blocked:
        raise Refused("The vendor is blocked already.")
    vendor.blocked, vendor.blocked_reason = True, reason
    note(db, user, "blocked", subject(vendor), reason)
    return view_vendor(db, vendor_id)


@operation
def unblock_vendor(db: Session, user: User, vendor_id: int) -> FullVendor:
    require(user, "controller")
    vendor = _active(db, vendor_id)
    if not vendor.blocked:
        raise Refused("The vendor is not blocked.")
    vendor.blocked, vendor.blocked_reason = False, ""
    note(db, user, "unblocked", subject(vendor))
    return view_vendor(db, vendor_id)


@operation
def list_duplicate_vendors(db: Session) -> list[list[Vendor]]:
    """Groups of vendors that share a tax number, an IBAN, or all but the form of their name."""
    vendors = db.exec(
        select(Vendor).where(col(Vendor.merged_into).is_(None)).order_by(col(Vendor.id))
    ).all()
    groups: dict[str, list[Vendor]] = defaultdict(list)
    for vendor in vendors:
        for mark in _marks(vendor):
            groups[mark].append(vendor)
    found = {tuple(v.key for v in group): group for group in groups.values() if len(group) > 1}
    return [found[key] for key in sorted(found)][:100]


@operation
def merge_vendors(db: Session, user: User, vendor_id: int, duplicate_id: int) -> FullVendor:
    """Move what is open of a duplicate to the vendor that stays; the duplicate is blocked."""
    require(user, "controller")
    vendor, duplicate = _active(db, vendor_id), _active(db, duplicate_id)
    if vendor.id == duplicate.id:
        raise Invalid("Choose two vendors.", fields={"duplicate_id": "the same"})
    theirs = select(Invoice).where(Invoice.vendor_id == duplicate.id)
    for invoice in db.exec(theirs.where(col(Invoice.status).in_(OPEN_STATES))):
        invoice.vendor_id = vendor.key
    orders = select(PurchaseOrder).where(PurchaseOrder.vendor_id == duplicate.id)
    for order in db.exec(orders.where(col(PurchaseOrder.status).in_(("draft", "approved")))):
        order.vendor_id = vendor.key
    duplicate.merged_into, duplicate.blocked = vendor.key, True
    duplicate.blocked_reason = f"Merged into {vendor.name}"
    note(db, user, "merged", subject(duplicate), f"into {subject(vendor)}")
    return view_vendor(db, vendor_id)


def find_vendor(db: Session, vendor_id: int) -> Vendor:
    vendor = db.get(Vendor, vendor_id)
    if vendor is None:
        raise NotFound("There is no such vendor.")
    return vendor


def usable_vendor(db: Session, vendor_id: int) -> Vendor:
    """A vendor that one may deal with; Invalid, or Refused where it is blocked."""
    vendor = db.get(Vendor, vendor_id)
    if vendor is None:
        raise Invalid("There is no such vendor.", fields={"vendor_id": "unknown"})
    if vendor.blocked:
        raise Refused(f"{vendor.name} is blocked: {vendor.blocked_reason or 'no reason given'}.")
    return vendor


def subject(vendor: Vendor) -> str:
    """What the history calls a vendor."""
    return f"V-{vendor.id}"


def _active(db: Session, vendor_id: int) -> Vendor:
    vendor = find_vendor(db, vendor_id)
    if vendor.merged_into is not None:
        raise Refused("The vendor has been merged into another one.")
    return vendor


def _check_tax_id(db: Session, tax_id: str, own: int | None) -> None:
    if not tax_id:
        return
    others = select(Vendor).where(Vendor.tax_id == tax_id, col(Vendor.merged_into).is_(None))
    for other in db.exec(others):
        if other.id != own:
            raise Refused(f"{other.name} (V-{other.id}) has this tax number.")


def _compact(iban: str) -> str:
    return iban.replace(" ", "").upper()


def _marks(vendor: Vendor) -> list[str]:
    name = _FORMS.sub("", re.sub(r"[^a-z0-9 ]", "", vendor.name.lower()))
    marks = [f"name {' '.join(name.split())}"]
    if vendor.tax_id:
        marks.append(f"tax {vendor.tax_id}")
    if vendor.iban:
        marks.append(f"iban {vendor.iban}")
    return marks


def _similar(db: Session, vendor: Vendor) -> list[Vendor]:
    start = vendor.name.split()[0] if vendor.name.split() else vendor.name
    near = [col(Vendor.name).startswith(start, autoescape=True)]
    if vendor.tax_id:
        near.append(col(Vendor.tax_id) == vendor.tax_id)
    if vendor.iban:
        near.append(col(Vendor.iban) == vendor.iban)
    statement = select(Vendor).where(or_(*near), Vendor.id != vendor.id)
    others = db.exec(statement.where(col(Vendor.merged_into).is_(None)).limit(200)).all()
    mine = set(_marks(vendor))
    return [other for other in others if mine & set(_marks(other))]
