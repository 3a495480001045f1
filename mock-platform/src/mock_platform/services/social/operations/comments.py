"""Writing comments, reading them, reporting them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, or_, select

from mock_platform.kit import Invalid, NotFound, RateLimited, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.social import policy
from mock_platform.services.social.models import (
    Account,
    Comment,
    Follow,
    KeywordRule,
    Post,
    Report,
    User,
)
from mock_platform.services.social.models.graph import NotificationKind
from mock_platform.services.social.operations import access, notices, texts
from mock_platform.services.social.policy import Reason

NO_COMMENT = "There is no such comment."


class Complaint(BaseModel):
    """Why; `other` needs a note."""

    reason: Reason
    note: str = Field(default="", max_length=200)


@dataclass(frozen=True)
class Said:
    """A comment, who wrote it, and the answers to it."""

    comment: Comment
    account: Account
    answers: Sequence["Said"] = ()


@operation
def list_comments(db: Session, user: User, post_id: int, page: int, size: int) -> Paged[Said]:
    """Comments on a post, oldest first, with the answers to each.

    Held ones are seen by who wrote them alone, and by the post's members in the queue.
    """
    access.readable_post(db, user, post_id)
    visible = _visible(db, user)
    top = select(Comment).where(
        Comment.post_id == post_id, col(Comment.parent_id).is_(None), visible
    )
    found = paged(db, top.order_by(col(Comment.at), col(Comment.id)), page, size)
    ids = [comment.id for comment in found.items]
    answers = select(Comment).where(col(Comment.parent_id).in_(ids), visible)
    below = db.exec(answers.order_by(col(Comment.at), col(Comment.id))).all() if ids else []
    return Paged(_said(db, found.items, below), page, size, found.total)


@operation
def comment_on_post(
    db: Session, user: User, post_id: int, text: str, parent_id: int | None = None
) -> Comment:
    """Say something under a post, or with `parent_id` in answer to a comment there.

    Refused by a blocking keyword; held for approval by a holding one, or as the account's
    comment mode has it.
    """
    me, post = access.acting(db, user), access.live_post(db, user, post_id)
    text = texts.checked(text, policy.LONGEST_COMMENT, "A comment")
    parent = _parent(db, user, post, parent_id)
    _slow_down(db, access.id_of(me))
    because = _held_because(db, post, me, text)
    comment = Comment(
        post_id=post_id,
        account_id=access.id_of(me),
        parent_id=None if parent is None else parent.id,
        text=text,
        state="held" if because else "shown",
        at=now(),
        held_because=because,
    )
    db.add(comment)
    db.flush()
    announce(db, post, comment)
    db.flush()
    return comment


@operation
def report_comment(db: Session, user: User, comment_id: int, complaint: Complaint) -> Report:
    """Complain about somebody's comment; several complaints put it back into the queue."""
    me, comment = access.acting(db, user), seen_comment(db, user, comment_id)
    check_note(complaint)
    if comment.account_id == me.id:
        raise Refused("Nobody reports their own comment.")
    opened = select(Report).where(
        Report.comment_id == comment_id, col(Report.resolved_at).is_(None)
    )
    if db.exec(opened.where(Report.account_id == me.id)).first():
        raise Refused("You have reported this comment already.")
    report = Report(
        comment_id=comment_id,
        account_id=access.id_of(me),
        reason=complaint.reason,
        note=complaint.note.strip(),
        at=now(),
    )
    db.add(report)
    db.flush()
    if comment.state == "shown" and comment.decided_at is None:
        count = db.exec(select(func.count()).select_from(opened.subquery())).one()
        if count >= policy.REPORTS_TO_HOLD:
            comment.state, comment.held_because = "held", f"{count} reports"
    db.flush()
    return report


def announce(db: Session, post: Post, comment: Comment) -> None:
    """Tell whose post it is of a comment, shown or held, and whom it answers once it is shown."""
    kind: NotificationKind = "held" if comment.state == "held" else "comment"
    notices.tell(db, post.account_id, kind, comment.account_id, post.id, comment.id)
    parent = db.get(Comment, comment.parent_id) if comment.parent_id else None
    if kind == "comment" and parent is not None and parent.account_id != post.account_id:
        notices.tell(db, parent.account_id, kind, comment.account_id, post.id, comment.id)


def check_note(complaint: Complaint) -> None:
    if complaint.reason == "other" and not complaint.note.strip():
        raise Invalid("Say in the note which reason.", fields={"note": "missing"})


def seen_comment(db: Session, user: User, comment_id: int) -> Comment:
    """A shown comment under a post that the user may read."""
    comment = db.get(Comment, comment_id)
    if comment is None or comment.state != "shown":
        raise NotFound(NO_COMMENT)
    try:
        access.readable_post(db, user, comment.post_id)
    except NotFound:
        raise NotFound(NO_COMMENT) from None
    if access.are_apart(db, access.acting_id(db, user), comment.account_id):
        raise NotFound(NO_COMMENT)
    return comment


def _visible(db: Session, user: User) -> ColumnElement[bool]:
    """Condition: shown and not of a blocked account, or the user's own and waiting."""
    me = access.acting_id(db, user)
    mine = col(Comment.account_id).in_(access.managed(user))
    shown = col(Comment.state) == "shown"
    met = col(Comment.account_id).not_in(access.apart(me))
    return or_(shown & met, mine & col(Comment.state).in_(("shown", "held")))


def _said(db: Session, top: Sequence[Comment], below: Sequence[Comment]) -> list[Said]:
    if not top:
        return []
    ids = {comment.account_id for comment in (*top, *below)}
    people = {a.id: a for a in db.exec(select(Account).where(col(Account.id).in_(ids)))}
    answers: dict[int | None, list[Said]] = {}
    for comment in below:
        said = Said(comment, people[comment.account_id])
        answers.setdefault(comment.parent_id, []).append(said)
    return [Said(c, people[c.account_id], answers.get(c.id, [])) for c in top]


def _parent(db: Session, user: User, post: Post, parent_id: int | None) -> Comment | None:
    """The comment that is answered; an answer to an answer goes under the same comment."""
    if parent_id is None:
        return None
    parent = seen_comment(db, user, parent_id)
    if parent.post_id != post.id:
        raise NotFound(NO_COMMENT)
    return parent if parent.parent_id is None else db.get(Comment, parent.parent_id)


def _slow_down(db: Session, account_id: int) -> None:
    window = timedelta(minutes=policy.COMMENT_MINUTES)
    recent = db.exec(
        select(Comment.at)
        .where(Comment.account_id == account_id, col(Comment.at) > now() - window)
        .order_by(col(Comment.at))
    ).all()
    if len(recent) >= policy.COMMENTS_IN_WINDOW:
        free = recent[-policy.COMMENTS_IN_WINDOW] + window
        raise RateLimited(max(1, int((free - now()).total_seconds())))


def _held_because(db: Session, post: Post, me: Account, text: str) -> str:
    """Why a comment has to wait; empty if it does not. Refused where a keyword blocks it."""
    if me.id == post.account_id:
        return ""
    rules = db.exec(select(KeywordRule).where(KeywordRule.account_id == post.account_id)).all()
    hit = [rule for rule in rules if texts.contains(text, rule.phrase)]
    if any(rule.kind == "block" for rule in hit):
        raise Refused("This account does not accept comments with some of these words.")
    if hit:
        return f"keyword: {min(hit, key=lambda rule: rule.id or 0).phrase}"
    mode = db.get_one(Account, post.account_id).comment_mode
    if mode == "all_held":
        return "all comments wait"
    young = me.created_at > now() - timedelta(days=policy.NEW_ACCOUNT_DAYS)
    return "new account" if mode == "new_held" and young and not _follows(db, post, me) else ""


def _follows(db: Session, post: Post, me: Account) -> bool:
    """Whether the post's account follows the one that comments."""
    return (
        db.exec(
            select(Follow).where(
                Follow.follower_id == post.account_id,
                Follow.followed_id == me.id,
                col(Follow.state) == "accepted",
            )
        ).first()
        is not None
    )
