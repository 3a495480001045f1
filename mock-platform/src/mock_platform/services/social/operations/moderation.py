"""The queue of comments on an account's posts, and its keyword rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, exists, func, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.social import policy
from mock_platform.services.social.models import (
    Account,
    Comment,
    KeywordRule,
    Notification,
    Post,
    Report,
    User,
)
from mock_platform.services.social.models.people import RuleKind
from mock_platform.services.social.operations import access
from mock_platform.services.social.operations.comments import (
    NO_COMMENT,
    Complaint,
    announce,
    check_note,
)

type QueuePart = Literal["waiting", "held", "reported", "hidden"]


@dataclass(frozen=True)
class Queued:
    """A comment with who wrote it, under which post, and the open reports about it."""

    comment: Comment
    account: Account
    post: Post
    reports: Sequence[Report]


class NewRule(BaseModel):
    phrase: str = Field(min_length=2, max_length=60)
    kind: RuleKind


@operation
def list_queue(
    db: Session, user: User, account_id: int, part: QueuePart, page: int, size: int
) -> Paged[Queued]:
    """Comments on an account's posts, oldest first; `waiting` are those held or reported."""
    access.managed_account(db, user, account_id)
    held = col(Comment.state) == "held"
    complained = exists().where(
        col(Report.comment_id) == Comment.id, col(Report.resolved_at).is_(None)
    )
    shown_but = (col(Comment.state) == "shown") & complained
    parts = {
        "waiting": or_(held, shown_but),
        "held": held,
        "reported": complained & col(Comment.state).in_(("held", "shown")),
        "hidden": col(Comment.state) == "hidden",
    }
    wanted = (
        select(Comment)
        .join(Post, col(Post.id) == Comment.post_id)
        .where(Post.account_id == account_id, col(Post.state) != "deleted", parts[part])
    )
    found = paged(db, wanted.order_by(col(Comment.at), col(Comment.id)), page, size)
    return Paged(_queued(db, found.items), page, size, found.total)


@operation
def approve_comment(db: Session, user: User, comment_id: int) -> Comment:
    """Show a held or hidden comment, or find a reported one to be right; settles its reports."""
    comment, post = _to_decide(db, user, comment_id)
    waited = comment.state == "held"
    if comment.state == "shown" and not _open_reports(db, [comment.id]):
        raise Refused("This comment is shown, and nobody has reported it.")
    _decide(db, user, comment, "shown", None, "")
    if waited:
        _forget(db, comment)
        announce(db, post, comment)
    db.flush()
    return comment


@operation
def hide_comment(db: Session, user: User, comment_id: int, complaint: Complaint) -> Comment:
    """Show a comment no more; it can be approved again."""
    comment, _ = _to_decide(db, user, comment_id)
    check_note(complaint)
    if comment.state == "hidden":
        raise Refused("This comment is hidden already.")
    _decide(db, user, comment, "hidden", complaint.reason, complaint.note.strip())
    _forget(db, comment)
    return comment


@operation
def delete_comment(
    db: Session, user: User, comment_id: int, complaint: Complaint | None = None
) -> Comment:
    """For good: who wrote it may, and with a reason moderators of the post's account."""
    comment = db.get(Comment, comment_id)
    if comment is None or comment.state == "deleted":
        raise NotFound(NO_COMMENT)
    if access.membership(db, user, comment.account_id):
        access.managed_account(db, user, comment.account_id, "publish")
        comment.state = "deleted"
        _settle(db, comment)
    else:
        _to_decide(db, user, comment_id)
        if complaint is None:
            raise Invalid("Give a reason.", fields={"reason": "missing"})
        check_note(complaint)
        _decide(db, user, comment, "deleted", complaint.reason, complaint.note.strip())
    _forget(db, comment)
    return comment


@operation
def list_keyword_rules(db: Session, user: User, account_id: int) -> list[KeywordRule]:
    access.managed_account(db, user, account_id)
    rules = select(KeywordRule).where(KeywordRule.account_id == account_id)
    return list(db.exec(rules.order_by(col(KeywordRule.phrase))))


@operation
def add_keyword_rule(db: Session, user: User, account_id: int, rule: NewRule) -> KeywordRule:
    """For comments to come; those that are there stay as they are."""
    access.managed_account(db, user, account_id, "settings")
    phrase = " ".join(rule.phrase.lower().split())
    if len(phrase) < 2:
        raise Invalid("A word or phrase has at least 2 characters.", fields={"phrase": "short"})
    mine = select(KeywordRule).where(KeywordRule.account_id == account_id)
    if db.exec(mine.where(KeywordRule.phrase == phrase)).first():
        raise Refused("There is a rule for these words already.")
    if db.exec(select(func.count()).select_from(mine.subquery())).one() >= policy.MOST_RULES:
        raise Refused(f"An account has at most {policy.MOST_RULES} keyword rules.")
    row = KeywordRule(account_id=account_id, phrase=phrase, kind=rule.kind, created_at=now())
    db.add(row)
    db.flush()
    return row


@operation
def remove_keyword_rule(db: Session, user: User, account_id: int, rule_id: int) -> None:
    access.managed_account(db, user, account_id, "settings")
    rule = db.get(KeywordRule, rule_id)
    if rule is None or rule.account_id != account_id:
        raise NotFound("There is no such rule.")
    db.delete(rule)
    db.flush()


def _to_decide(db: Session, user: User, comment_id: int) -> tuple[Comment, Post]:
    """A comment, not deleted, under a post of an account that the user moderates."""
    comment = db.get(Comment, comment_id)
    if comment is None or comment.state == "deleted":
        raise NotFound(NO_COMMENT)
    post = db.get_one(Post, comment.post_id)
    if access.membership(db, user, post.account_id) is None or post.state == "deleted":
        raise NotFound(NO_COMMENT)
    access.managed_account(db, user, post.account_id, "moderate")
    return comment, post


def _decide(
    db: Session,
    user: User,
    comment: Comment,
    state: Literal["shown", "hidden", "deleted"],
    reason: policy.Reason | None,
    note: str,
) -> None:
    comment.state, comment.reason, comment.note = state, reason, note
    comment.decided_by, comment.decided_at = access.id_of(user), now()
    _settle(db, comment)


def _settle(db: Session, comment: Comment) -> None:
    for report in _open_reports(db, [comment.id]):
        report.resolved_at = now()
    db.flush()


def _forget(db: Session, comment: Comment) -> None:
    """Nobody is told any more of a comment that is decided on."""
    for row in db.exec(select(Notification).where(Notification.comment_id == comment.id)):
        db.delete(row)
    db.flush()


def _open_reports(db: Session, ids: Sequence[int | None]) -> Sequence[Report]:
    opened = select(Report).where(
        col(Report.comment_id).in_(ids), col(Report.resolved_at).is_(None)
    )
    return db.exec(opened.order_by(col(Report.id))).all()


def _queued(db: Session, comments: Sequence[Comment]) -> list[Queued]:
    writers = {c.account_id for c in comments}
    people = {a.id: a for a in db.exec(select(Account).where(col(Account.id).in_(writers)))}
    under = {c.post_id for c in comments}
    posts = {p.id: p for p in db.exec(select(Post).where(col(Post.id).in_(under)))}
    reports: dict[int, list[Report]] = {}
    for report in _open_reports(db, [c.id for c in comments]):
        reports.setdefault(report.comment_id, []).append(report)
    return [
        Queued(c, people[c.account_id], posts[c.post_id], reports.get(c.id or 0, []))
        for c in comments
    ]
