"""Claims: compensation for delays and cancellations, and baggage, with their documents."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import (
    Booking,
    Claim,
    Document,
    Flight,
    Passenger,
    User,
)
from mock_platform.services.airline.operations.flights import arrival
from mock_platform.services.airline.operations.records import (
    FullBooking,
    FullLeg,
    full_name,
    highest,
    note,
    notify,
    one_passenger,
    one_ticket,
    own_booking,
)
from mock_platform.services.airline.policy import ClaimKind, DocumentKind

FIRST_NUMBER = 20_000
BaggageKind = Literal["baggage_delayed", "baggage_damaged", "baggage_lost"]
_CLOSED = ("withdrawn", "rejected")


def _file_name(value: str) -> str:
    if not value.isprintable() or "/" in value or "\\" in value:
        raise ValueError("a file name without folders")
    return value


def _base64(value: str) -> str:
    try:
        base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not base64") from None
    return value


class CompensationRequest(BaseModel):
    """`leg_id` is the flight that was late or cancelled, as it stands in the booking."""

    leg_id: int
    description: str = Field(default="", max_length=2000)


class BaggageReport(BaseModel):
    leg_id: int
    passenger_id: int
    kind: BaggageKind
    bag_tag: str = Field(pattern=r"^[A-Za-z0-9 -]{4,20}$")
    description: str = Field(min_length=1, max_length=2000)
    asked: Decimal = Field(gt=0, max_digits=8, decimal_places=2)


class NewDocument(BaseModel):
    """`content` is base64."""

    kind: DocumentKind
    filename: Annotated[str, AfterValidator(_file_name)] = Field(min_length=1, max_length=120)
    content_type: str = Field(default="application/octet-stream", max_length=100)
    content: Annotated[str, AfterValidator(_base64)] = Field(
        min_length=1, max_length=policy.LARGEST_DOCUMENT * 2
    )


@dataclass(frozen=True)
class FullClaim:
    """`documents` come without their content."""

    claim: Claim
    booking: Booking
    flight: Flight
    passenger: Passenger | None
    documents: Sequence[Document]

    @property
    def missing(self) -> list[DocumentKind]:
        """The kinds of documents that it still needs before it can be submitted."""
        there = {document.kind for document in self.documents}
        return [kind for kind in policy.CLAIM_NEEDS[self.claim.kind] if kind not in there]


@operation
def file_compensation_claim(
    db: Session, user: User, code: str, request: CompensationRequest
) -> FullClaim:
    """Begin a claim for a late or cancelled flight; it counts once it is submitted."""
    full = own_booking(db, user, code)
    leg = _any_leg(full, request.leg_id)
    each = _due(leg)
    _no_other(db, full, leg, "compensation", None)
    count = len(full.seated)
    claim = _new(db, user, full, leg, "compensation")
    claim.passengers, claim.asked, claim.amount = count, each * count, each * count
    claim.description = request.description.strip()
    return _store(db, full, claim)


def _due(leg: FullLeg) -> Decimal:
    """The compensation a passenger; Refused says why there is none."""
    flight, ended = leg.flight, leg.leg.ended_at
    if flight.state == "scheduled" or not flight.announced_at:
        raise Refused("The flight was not disrupted.")
    if leg.foreseen:
        raise Refused("The disruption had been announced when you took this flight.")
    if ended is not None and ended < flight.announced_at:
        raise Refused("You had given this flight up before it was disrupted.")
    if flight.cause not in policy.OUR_CAUSES:
        cause = policy.CAUSES[flight.cause] if flight.cause else "an unknown cause"
        raise Refused(f"No compensation is due: the cause was {cause}.")
    if flight.state == "cancelled":
        notice = flight.departs_at - flight.announced_at
        if notice >= timedelta(days=policy.NOTICE_DAYS):
            raise Refused(f"You were told {policy.NOTICE_DAYS} days ahead or earlier.")
        delay = None
    else:
        if arrival(flight) > now():
            raise Refused("The flight has not arrived yet.")
        delay = flight.delay
    if now() - flight.departs_at > timedelta(days=policy.COMPENSATION_DAYS):
        raise Refused(f"Claims can be made for {policy.COMPENSATION_DAYS} days after the flight.")
    amount = policy.compensation(flight.distance_km, delay, flight.cause)
    if not amount:
        raise Refused(f"A delay of {flight.delay} minutes is too short for compensation.")
    return amount


@operation
def file_baggage_claim(db: Session, user: User, code: str, report: BaggageReport) -> FullClaim:
    """Begin a claim for baggage; it counts once it is submitted."""
    full = own_booking(db, user, code)
    leg = _any_leg(full, report.leg_id)
    passenger = one_passenger(full, report.passenger_id)
    if leg.leg.ended_at is not None or not leg.flown or arrival(leg.flight) > now():
        raise Refused("Baggage claims are for flights that have arrived.")
    if passenger.kind == "infant" or not _bags_on(full, leg, passenger):
        raise Refused(f"{full_name(passenger)} had no checked baggage on that flight.")
    term = policy.BAGGAGE[report.kind]
    days = (now() - arrival(leg.flight)) / timedelta(days=1)
    if days < term.first_day:
        raise Refused(f"A bag counts as lost {term.first_day} days after the arrival.")
    if days > term.last_day:
        raise Refused(f"{term.title} has to be reported within {term.last_day} days of arrival.")
    _no_other(db, full, leg, report.kind, passenger)
    claim = _new(db, user, full, leg, report.kind)
    claim.passenger_id = passenger.id
    claim.bag_tag = report.bag_tag.upper().strip()
    claim.description = report.description.strip()
    claim.asked, claim.amount = report.asked, min(report.asked, term.limit)
    return _store(db, full, claim)


def checked_bags(full: FullBooking, passenger: Passenger) -> int:
    """How many bags a passenger can check in."""
    if passenger.kind == "infant":
        return 0
    return policy.FARES[full.booking.fare].bags + passenger.extra_bags


def _bags_on(full: FullBooking, leg: FullLeg, passenger: Passenger) -> int:
    """How many bags a passenger could check in for a flight that is flown."""
    return checked_bags(full, passenger) - one_ticket(leg, passenger).later_bags


def _any_leg(full: FullBooking, leg_id: int) -> FullLeg:
    for found in full.legs:
        if found.leg.id == leg_id:
            return found
    raise NotFound("The booking has no such flight.")


def _no_other(
    db: Session, full: FullBooking, leg: FullLeg, kind: ClaimKind, passenger: Passenger | None
) -> None:
    others = select(Claim).where(
        Claim.booking_id == full.booking.id,
        Claim.flight_id == leg.flight.id,
        Claim.kind == kind,
        col(Claim.status).not_in(_CLOSED),
    )
    if passenger is not None:
        others = others.where(Claim.passenger_id == passenger.id)
    if other := db.exec(others).first():
        raise Refused(f"There is claim {other.number} for that already.")


def _new(db: Session, user: User, full: FullBooking, leg: FullLeg, kind: ClaimKind) -> Claim:
    assert user.id is not None
    assert full.booking.id is not None
    assert leg.flight.id is not None
    return Claim(
        number=f"C-{FIRST_NUMBER + highest(db, Claim) + 1}",
        user_id=user.id,
        booking_id=full.booking.id,
        flight_id=leg.flight.id,
        kind=kind,
        filed_at=now(),
    )


def _store(db: Session, full: FullBooking, claim: Claim) -> FullClaim:
    db.add(claim)
    note(db, full.booking, f"Claim {claim.number} begun.")
    db.flush()
    return _load(db, [claim])[0]


@operation
def upload_document(db: Session, user: User, number: str, file: NewDocument) -> FullClaim:
    """Add a document to a claim that is not decided."""
    claim = own_claim(db, user, number)
    if claim.status not in ("draft", "submitted"):
        raise Refused(f"The claim is {claim.status}.")
    content = base64.b64decode(file.content)
    if not content or len(content) > policy.LARGEST_DOCUMENT:
        largest = policy.LARGEST_DOCUMENT // 1_000_000
        raise Invalid(f"A document has 1 byte to {largest} MB.", fields={"content": "size"})
    assert claim.id is not None
    have = db.exec(select(Document.id).where(Document.claim_id == claim.id)).all()
    if len(have) >= policy.MOST_DOCUMENTS:
        raise Refused(f"A claim has at most {policy.MOST_DOCUMENTS} documents.")
    document = Document(
        claim_id=claim.id,
        kind=file.kind,
        filename=file.filename,
        content_type=file.content_type,
        content=content,
        uploaded_at=now(),
    )
    db.add(document)
    db.flush()
    return _load(db, [claim])[0]


@operation
def delete_document(db: Session, user: User, number: str, document_id: int) -> None:
    """Take a document out of a claim that is not submitted."""
    claim = own_claim(db, user, number)
    document = _own_document(db, claim, document_id)
    if claim.status != "draft":
        raise Refused(f"The claim is {claim.status}; its documents stay.")
    db.delete(document)


@operation
def view_document(db: Session, user: User, number: str, document_id: int) -> Document:
    """A document with its content."""
    return _own_document(db, own_claim(db, user, number), document_id)


def _own_document(db: Session, claim: Claim, document_id: int) -> Document:
    document = db.get(Document, document_id)
    if document is None or document.claim_id != claim.id:
        raise NotFound("The claim has no such document.")
    return document


@operation
def submit_claim(db: Session, user: User, number: str) -> FullClaim:
    """Hand a claim in, once all documents it needs are there."""
    claim = own_claim(db, user, number)
    if claim.status != "draft":
        raise Refused(f"The claim is {claim.status} already.")
    full = _load(db, [claim])[0]
    if full.missing:
        names = " and ".join(policy.DOCUMENTS[kind].lower() for kind in full.missing)
        raise Refused(f"Please add a document first: {names}.")
    claim.status, claim.submitted_at = "submitted", now()
    body = f"We answer within {policy.ANSWER_DAYS} days: {claim.number}, €{claim.amount}."
    notify(db, user, "claim", f"Claim {claim.number} received", body, full.booking)
    note(db, full.booking, f"Claim {claim.number} submitted.")
    db.flush()
    return full


@operation
def withdraw_claim(db: Session, user: User, number: str) -> FullClaim:
    """Take a claim back before it is decided."""
    claim = own_claim(db, user, number)
    if claim.status not in ("draft", "submitted"):
        raise Refused(f"The claim is {claim.status} already.")
    claim.status = "withdrawn"
    db.flush()
    return _load(db, [claim])[0]


@operation
def list_claims(db: Session, user: User, page: int, size: int) -> Paged[FullClaim]:
    """The user's claims, newest first."""
    mine = select(Claim).where(Claim.user_id == user.id)
    found = paged(db, mine.order_by(col(Claim.filed_at).desc(), col(Claim.id).desc()), page, size)
    return Paged(_load(db, found.items), found.page, found.size, found.total)


@operation
def view_claim(db: Session, user: User, number: str) -> FullClaim:
    """One claim with its documents."""
    return _load(db, [own_claim(db, user, number)])[0]


def own_claim(db: Session, user: User, number: str) -> Claim:
    claim = db.exec(select(Claim).where(Claim.number == number.strip().upper())).first()
    if claim is None or claim.user_id != user.id:
        raise NotFound("There is no such claim.")
    return claim


def deadline(kind: ClaimKind, flight: Flight) -> datetime:
    """The last moment at which a claim for a flight can be begun."""
    if kind == "compensation":
        return flight.departs_at + timedelta(days=policy.COMPENSATION_DAYS)
    return arrival(flight) + timedelta(days=policy.BAGGAGE[kind].last_day)


def claims_of(db: Session, full: FullBooking) -> list[FullClaim]:
    """The claims that belong to a booking."""
    claims = select(Claim).where(Claim.booking_id == full.booking.id).order_by(col(Claim.id))
    return _load(db, db.exec(claims).all())


def _load(db: Session, claims: Sequence[Claim]) -> list[FullClaim]:
    of_bookings = select(Booking).where(col(Booking.id).in_([c.booking_id for c in claims]))
    of_flights = select(Flight).where(col(Flight.id).in_([c.flight_id for c in claims]))
    of_people = select(Passenger).where(col(Passenger.id).in_([c.passenger_id for c in claims]))
    bookings = {booking.id: booking for booking in db.exec(of_bookings)}
    flights = {flight.id: flight for flight in db.exec(of_flights)}
    people = {person.id: person for person in db.exec(of_people)}
    documents = db.exec(
        select(Document)
        .options(defer(Document.content))  # type: ignore[arg-type]
        .where(col(Document.claim_id).in_([claim.id for claim in claims]))
        .order_by(col(Document.id))
    ).all()
    return [
        FullClaim(
            claim,
            bookings[claim.booking_id],
            flights[claim.flight_id],
            people.get(claim.passenger_id),
            [d for d in documents if d.claim_id == claim.id],
        )
        for claim in claims
    ]
