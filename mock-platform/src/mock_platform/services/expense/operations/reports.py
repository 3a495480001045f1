"""Reports: putting them together, handing them in, deciding and paying."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Literal

from sqlalchemy import Integer, cast
from sqlmodel import Session, col, func, or_, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.expense import policy
from mock_platform.services.expense.models import (
    Approval,
    Decision,
    Entry,
    Expense,
    Report,
    User,
)
from mock_platform.services.expense.operations import access
from mock_platform.services.expense.operations.expenses import Shown, shown
from mock_platform.services.expense.operations.violations import JUDGED
from mock_platform.services.expense.policy import State

_FIRST_NUMBER = 1000
_ZERO = Decimal("0.00")


@dataclass(frozen=True)
class Full:
    """A report in full. `chain` is who decides, in order; `waits_for` who decides next."""

    report: Report
    owner: User
    expenses: Sequence[Shown]
    total: Decimal
    violations: int
    chain: Sequence[User]
    waits_for: User | None
    approvals: Sequence[tuple[Approval, User]]
    history: Sequence[tuple[Entry, User]]


@dataclass(frozen=True)
class Brief:
    report: Report
    owner: User
    total: Decimal
    count: int


@operation
def list_reports(
    db: Session, user: User, state: State | None, page: int, size: int
) -> Paged[Brief]:
    """The user's own reports, the newest first."""
    own = select(Report).where(Report.user_id == user.id)
    if state:
        own = own.where(Report.state == state)
    found = paged(db, own.order_by(col(Report.id).desc()), page, size)
    return Paged(briefs(db, found.items), page, size, found.total)


@operation
def search_reports(
    db: Session, user: User, q: str, state: State | None, page: int, size: int
) -> Paged[Brief]:
    """Reports that were handed in: of those one manages, or for finance of everybody."""
    wanted = select(Report).where(Report.state != "draft", Report.user_id != user.id)
    if user.role != "finance":
        below = [u.id for u in db.exec(select(User)) if access.manages(db, user, u.id or 0)]
        wanted = wanted.where(col(Report.user_id).in_(below))
    if state:
        wanted = wanted.where(Report.state == state)
    if q:
        named = select(User.id).where(col(User.name).contains(q, autoescape=True))
        like = [col(c).contains(q, autoescape=True) for c in (Report.number, Report.title)]
        wanted = wanted.where(or_(*like, col(Report.user_id).in_(named)))
    found = paged(db, wanted.order_by(col(Report.id).desc()), page, size)
    return Paged(briefs(db, found.items), page, size, found.total)


@operation
def list_approvals(db: Session, user: User) -> list[Brief]:
    """What waits for the user's decision, the oldest first."""
    standing_in = [user.id]
    if user.role == "finance":
        standing_in = [u.id for u in db.exec(select(User).where(User.role == "finance"))]
    waiting = select(Report).where(
        Report.state == "submitted",
        col(Report.waiting_for).in_(standing_in),
        Report.user_id != user.id,
    )
    return briefs(db, db.exec(waiting.order_by(col(Report.submitted_at)).limit(100)).all())


@operation
def view_report(db: Session, user: User, number: str) -> Full:
    report = access.seen_report(db, user, number)
    owner = db.get(User, report.user_id)
    assert owner is not None
    expenses = shown(db, _expenses(db, report))
    approvals = select(Approval, User).join(User).where(Approval.report_id == report.id)
    history = select(Entry, User).join(User).where(Entry.report_id == report.id)
    chain = chain_of(db, report)
    return Full(
        report,
        owner,
        expenses,
        sum((s.expense.euros for s in expenses), _ZERO),
        sum(len(s.violations) for s in expenses),
        chain,
        db.get(User, report.waiting_for) if report.waiting_for else None,
        db.exec(approvals.order_by(col(Approval.id))).all(),
        db.exec(history.order_by(col(Entry.id).desc())).all(),
    )


@operation
def create_report(db: Session, user: User, title: str, purpose: str = "") -> Report:
    highest = db.exec(select(func.max(cast(func.substr(Report.number, 3), Integer)))).one()
    report = Report(
        number=f"T-{max(highest or 0, _FIRST_NUMBER) + 1}",
        user_id=access.id_of(user),
        title=_title(title),
        purpose=purpose.strip()[:500],
        created_at=now(),
    )
    db.add(report)
    db.flush()
    access.note(db, user, report, "created")
    return report


@operation
def change_report(db: Session, user: User, number: str, title: str, purpose: str = "") -> Report:
    report = access.own_draft(db, user, number)
    report.title, report.purpose = _title(title), purpose.strip()[:500]
    access.note(db, user, report, "changed")
    db.flush()
    return report


@operation
def delete_report(db: Session, user: User, number: str) -> None:
    """A draft that was never handed in goes; its expenses stay."""
    report = access.own_draft(db, user, number)
    if report.submitted_at is not None:
        raise Refused("The report was handed in once; it is kept.")
    for expense in _expenses(db, report):
        expense.report_id = None
    for entry in db.exec(select(Entry).where(Entry.report_id == report.id)):
        db.delete(entry)
    db.flush()
    db.delete(report)


@operation
def add_to_report(db: Session, user: User, number: str, expense_id: int) -> Report:
    report = access.own_draft(db, user, number)
    expense = access.changeable_expense(db, user, expense_id)
    if expense.report_id == report.id:
        raise Refused("The expense is on this report already.")
    if expense.report_id is not None:
        raise Refused("The expense is on another report; take it off there first.")
    expense.report_id = report.id
    db.flush()
    return report


@operation
def remove_from_report(db: Session, user: User, number: str, expense_id: int) -> Report:
    report = access.own_draft(db, user, number)
    expense = access.own_expense(db, user, expense_id)
    if expense.report_id != report.id:
        raise NotFound("The expense is not on this report.")
    expense.report_id = None
    db.flush()
    return report


@operation
def submit_report(db: Session, user: User, number: str) -> Report:
    """Hand a report in. Every violation needs a note on its expense that says why."""
    report = access.own_draft(db, user, number)
    expenses = _expenses(db, report)
    if not expenses:
        raise Refused("There is no expense on this report.")
    oldest = min(expense.spent_on for expense in expenses)
    if oldest < today() - timedelta(days=policy.LAST_DAYS):
        raise Refused(f"An expense is older than {policy.LAST_DAYS} days; take it off.")
    judged = shown(db, expenses)
    unexplained = [s for s in judged if s.violations and not s.expense.note.strip()]
    if unexplained:
        first = unexplained[0]
        what = first.expense.merchant or first.category.name
        raise Refused(f"{what}: {first.violations[0].message}. Say in its note why.")
    if user.manager_id is None and user.role != "finance":
        raise Refused("Nobody is there to approve your reports; ask finance.")
    report.state, report.step, report.submitted_at = "submitted", 1, now()
    report.decided_at = None
    chain = chain_of(db, report)
    if not chain:
        raise Refused("Nobody is there to approve your reports; ask finance.")
    _fix(report, chain, judged)
    report.waiting_for = chain[0].id
    access.note(db, user, report, "submitted")
    db.flush()
    return report


@operation
def withdraw_report(db: Session, user: User, number: str) -> Report:
    """Take a report back while nobody has decided about it."""
    report = access.seen_report(db, user, number)
    if report.user_id != user.id:
        raise NotFound("There is no such report.")
    if report.state != "submitted" or report.step > 1:
        raise Refused("Only a report about which nobody has decided can be taken back.")
    report.state, report.step, report.waiting_for = "draft", 0, None
    _open(db, report)
    access.note(db, user, report, "withdrawn")
    db.flush()
    return report


@operation
def decide_report(
    db: Session, user: User, number: str, decision: Decision, comment: str = ""
) -> Report:
    """Approve a report, return it for changes or reject it for good; both with a reason."""
    report = access.seen_report(db, user, number)
    if report.state != "submitted":
        raise Refused(f"The report is {report.state}.")
    if not may_decide(db, user, report):
        raise Forbidden("It is not your turn to decide about this report.")
    comment = comment.strip()
    if decision != "approved" and not comment:
        raise Invalid("Say why.", fields={"comment": "missing"})
    earlier = select(func.count()).where(Entry.report_id == report.id, Entry.event == "submitted")
    approval = Approval(
        report_id=access.id_of(report),
        round=max(1, db.exec(earlier).one()),
        step=report.step,
        user_id=access.id_of(user),
        decision=decision,
        comment=comment[:500],
        decided_at=now(),
    )
    db.add(approval)
    _move_on(db, report, decision)
    access.note(db, user, report, decision, comment)
    db.flush()
    return report


@operation
def pay_report(db: Session, user: User, number: str) -> Report:
    """Finance pays out what is approved; nobody pays themselves."""
    report = access.seen_report(db, user, number)
    if user.role != "finance":
        raise Forbidden("Only finance pays out.")
    if report.user_id == user.id:
        raise Forbidden("Nobody pays out their own report.")
    if report.state != "approved":
        raise Refused(f"The report is {report.state}; only an approved one is paid.")
    report.state, report.paid_at = "paid", now()
    access.note(db, user, report, "paid")
    db.flush()
    return report


def chain_of(db: Session, report: Report) -> list[User]:
    """Who has to approve, in order: manager, perhaps theirs, perhaps finance; never the owner."""
    if report.chain:
        fixed = [db.get(User, int(number)) for number in report.chain.split(",")]
        return [user for user in fixed if user]
    owner = db.get(User, report.user_id)
    assert owner is not None
    expenses = _expenses(db, report)
    total = sum((expense.euros for expense in expenses), _ZERO)
    chain: list[User] = []
    manager = db.get(User, owner.manager_id) if owner.manager_id else None
    if manager:
        chain.append(manager)
        above = db.get(User, manager.manager_id) if manager.manager_id else None
        if above and total >= policy.SECOND_APPROVAL_FROM:
            chain.append(above)
    violated = any(s.violations for s in shown(db, expenses))
    if violated or total >= policy.FINANCE_APPROVAL_FROM or not chain:
        finance = db.exec(select(User).where(User.role == "finance").order_by(col(User.id)))
        chain += [user for user in finance if user.id != owner.id][:1]
    unique = {user.id: user for user in chain if user.id != owner.id}
    return list(unique.values())


def briefs(db: Session, reports: Sequence[Report]) -> list[Brief]:
    ids = [report.id for report in reports]
    people = {
        u.id: u for u in db.exec(select(User).where(col(User.id).in_({r.user_id for r in reports})))
    }
    totals: dict[int | None, tuple[Decimal, int]] = {}
    for expense in db.exec(select(Expense).where(col(Expense.report_id).in_(ids))):
        before = totals.get(expense.report_id, (_ZERO, 0))
        totals[expense.report_id] = (before[0] + expense.euros, before[1] + 1)
    return [Brief(r, people[r.user_id], *totals.get(r.id, (_ZERO, 0))) for r in reports]


def _expenses(db: Session, report: Report) -> Sequence[Expense]:
    own = select(Expense).where(Expense.report_id == report.id)
    return db.exec(own.order_by(col(Expense.spent_on), col(Expense.id))).all()


def may_decide(db: Session, user: User, report: Report) -> bool:
    """Anybody of finance stands in for finance; nobody decides about their own."""
    if report.user_id == user.id or report.waiting_for is None:
        return False
    following = db.get(User, report.waiting_for)
    assert following is not None
    both_finance = following.role == user.role == "finance"
    return following.id == user.id or both_finance


def _move_on(
    db: Session, report: Report, decision: Literal["approved", "returned", "rejected"]
) -> None:
    chain = chain_of(db, report)
    if not report.chain:
        _fix(report, chain, shown(db, _expenses(db, report)))
    if decision == "approved" and report.step < len(chain):
        report.step += 1
        report.waiting_for = chain[report.step - 1].id
        return
    states: dict[str, State] = {"approved": "approved", "returned": "draft", "rejected": "rejected"}
    report.state, report.step, report.waiting_for = states[decision], 0, None
    report.decided_at = now()
    if report.state == "draft":
        _open(db, report)


def _fix(report: Report, chain: Sequence[User], judged: Sequence[Shown]) -> None:
    """What others do later must change neither who decides nor what is wrong."""
    report.chain = ",".join(str(user.id) for user in chain)
    for found in judged:
        found.expense.judged = JUDGED.dump_json(list(found.violations)).decode()


def _open(db: Session, report: Report) -> None:
    report.chain = ""
    for expense in _expenses(db, report):
        expense.judged = None


def _title(title: str) -> str:
    title = title.strip()
    if not 1 <= len(title) <= 120:
        message = "A report needs a title of 1 to 120 characters."
        raise Invalid(message, fields={"title": message})
    return title
