"""Three-way matching: what was ordered, what came, and what is billed."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import func
from sqlmodel import Session, col, or_, select

from mock_platform.services.finance.models import Invoice, InvoiceLine, OrderLine, PurchaseOrder
from mock_platform.services.finance.policy import TOTAL_TOLERANCE, ZERO, highest_price

_COUNTED = ("matched", "approved", "paid")


@dataclass(frozen=True)
class Match:
    """One invoice line beside its order line; `problem` is empty where they agree."""

    line: InvoiceLine
    ordered: OrderLine | None
    available: int
    problem: str


@dataclass(frozen=True)
class Matching:
    """`difference` is what the invoice charges above the order's prices, in all."""

    lines: Sequence[Match]
    difference: Decimal
    problems: Sequence[str]


def billed_quantities(
    db: Session, line_ids: Sequence[int], besides: int | None = None
) -> dict[int, int]:
    """Order line id → pieces on invoices that are matched or further, `besides` one invoice."""
    statement = (
        select(InvoiceLine.order_line_id, func.sum(InvoiceLine.quantity))
        .join(Invoice)
        .where(
            col(InvoiceLine.order_line_id).in_(line_ids),
            or_(
                col(Invoice.status).in_(_COUNTED),
                (col(Invoice.status) == "disputed") & col(Invoice.disputed_from).in_(_COUNTED),
            ),
            Invoice.id != besides if besides is not None else True,
        )
        .group_by(col(InvoiceLine.order_line_id))
    )
    return {number: count for number, count in db.exec(statement) if number is not None}


def compare(
    db: Session, invoice: Invoice, lines: Sequence[InvoiceLine], order: PurchaseOrder
) -> Matching:
    """The invoice line by line against the order and what has come of it."""
    ids = [line.order_line_id for line in lines if line.order_line_id is not None]
    ordered = {o.key: o for o in db.exec(select(OrderLine).where(col(OrderLine.id).in_(ids)))}
    billed = billed_quantities(db, ids, invoice.id)
    taken: dict[int, int] = {}
    matches: list[Match] = []
    difference = ZERO
    for line in lines:
        other = ordered.get(line.order_line_id or 0)
        if other is None or other.order_id != order.id:
            matches.append(Match(line, None, 0, f"{line.description}: not on the order."))
            continue
        available = other.received - billed.get(other.key, 0) - taken.get(other.key, 0)
        taken[other.key] = taken.get(other.key, 0) + line.quantity
        difference += (line.unit_price - other.unit_price) * line.quantity
        matches.append(Match(line, other, available, _problem(line, other, available)))
    problems = [match.problem for match in matches if match.problem]
    if difference > TOTAL_TOLERANCE:
        problems.append(
            f"The prices come to {difference} more than ordered; at most {TOTAL_TOLERANCE}."
        )
    if order.vendor_id != invoice.vendor_id:
        problems.append("The order is with another vendor.")
    if order.status not in ("approved", "closed"):
        problems.append(f"The order is {order.status}.")
    return Matching(matches, difference, problems)


def _problem(line: InvoiceLine, ordered: OrderLine, available: int) -> str:
    if line.quantity > available:
        left = max(available, 0)
        return f"{line.description}: {line.quantity} billed, {left} received and not billed yet."
    highest = highest_price(ordered.unit_price)
    if line.unit_price > highest:
        return (
            f"{line.description}: {line.unit_price} each, ordered at {ordered.unit_price}; "
            f"at most {highest}."
        )
    return ""
