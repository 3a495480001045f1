"""Who may see and do what."""

from sqlmodel import Session, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.services.expense.models import Entry, Event, Expense, Receipt, Report, User


def id_of(row: User | Report | Expense) -> int:
    assert row.id is not None
    return row.id


def manages(db: Session, user: User, other_id: int) -> bool:
    """Whether `user` is above somebody, however many steps."""
    seen: set[int] = set()
    other = db.get(User, other_id)
    while other and other.manager_id and other.manager_id not in seen:
        if other.manager_id == user.id:
            return True
        seen.add(other.manager_id)
        other = db.get(User, other.manager_id)
    return False


def seen_report(db: Session, user: User, number: str) -> Report:
    """A report of one's own, or one that was ever handed in below one, or to finance."""
    found = db.exec(select(Report).where(Report.number == number.strip().upper())).first()
    if found is not None:
        if found.user_id == user.id:
            return found
        handed_in = found.submitted_at is not None
        if handed_in and (user.role == "finance" or manages(db, user, found.user_id)):
            return found
    raise NotFound("There is no such report.")


def own_draft(db: Session, user: User, number: str) -> Report:
    found = seen_report(db, user, number)
    if found.user_id != user.id:
        raise NotFound("There is no such report.")
    if found.state != "draft":
        raise Refused(f"The report is {found.state}; only a draft can be changed.")
    return found


def own_expense(db: Session, user: User, expense_id: int) -> Expense:
    found = db.get(Expense, expense_id)
    if found is None or found.user_id != user.id:
        raise NotFound("There is no such expense.")
    return found


def changeable_expense(db: Session, user: User, expense_id: int) -> Expense:
    found = own_expense(db, user, expense_id)
    report = db.get(Report, found.report_id) if found.report_id else None
    if report is not None and report.state != "draft":
        raise Refused(f"The expense is on report {report.number}, which is {report.state}.")
    return found


def own_receipt(db: Session, user: User, receipt_id: int) -> Receipt:
    found = db.get(Receipt, receipt_id)
    if found is None or found.user_id != user.id:
        raise NotFound("There is no such receipt.")
    return found


def note(db: Session, user: User, report: Report, event: Event, details: str = "") -> None:
    """Add to the report's history."""
    entry = Entry(
        report_id=id_of(report),
        user_id=id_of(user),
        event=event,
        details=details[:500],
        at=now(),
    )
    db.add(entry)
