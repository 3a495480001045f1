"""What the raw figures add up to."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlalchemy import select as columns
from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged
from mock_platform.services.social import policy
from mock_platform.services.social.models import Figure, FollowerCount, Post, User
from mock_platform.services.social.operations import access

SUMS: Any = tuple(
    func.coalesce(func.sum(column), 0)
    for column in (Figure.impressions, Figure.clicks, Figure.likes, Figure.comments)
)


@dataclass(frozen=True)
class Totals:
    """Sums of raw figures, and what is computed from them."""

    impressions: int = 0
    clicks: int = 0
    likes: int = 0
    comments: int = 0

    @property
    def engagements(self) -> int:
        return self.clicks + self.likes + self.comments

    @property
    def engagement_rate(self) -> Decimal:
        """Engagements per hundred impressions, rounded half up to two places; 0 without any."""
        return percentage(self.engagements, self.impressions)


@dataclass(frozen=True)
class PostTotals:
    post: Post
    totals: Totals


@dataclass(frozen=True)
class Growth:
    """Followers at the end of the first and the last day of the period that were counted."""

    start: int
    end: int

    @property
    def change(self) -> int:
        return self.end - self.start

    @property
    def rate(self) -> Decimal:
        return percentage(self.change, self.start)


@dataclass(frozen=True)
class Analytics:
    """An account's figures from `since` to `until`, both included."""

    since: date
    until: date
    totals: Totals
    days: Sequence[tuple[date, Totals]]
    best: PostTotals | None
    growth: Growth | None


def percentage(part: int, whole: int) -> Decimal:
    if whole == 0:
        return Decimal("0.00")
    return (Decimal(part) * 100 / whole).quantize(Decimal("0.01"), ROUND_HALF_UP)


@operation
def view_analytics(
    db: Session, user: User, account_id: int, since: date | None, until: date | None
) -> Analytics:
    """Totals, days, the best post and the growth of followers within a period.

    Without days it is the policy's usual period up to yesterday.
    """
    access.managed_account(db, user, account_id)
    first, last = period(since, until)
    of_account = _conditions(account_id, first, last)
    by_day = columns(col(Figure.day), *SUMS).join(Post).where(*of_account)
    rows = db.execute(by_day.group_by(col(Figure.day)).order_by(col(Figure.day))).all()
    days = [(day, Totals(*sums)) for day, *sums in rows]
    return Analytics(
        since=first,
        until=last,
        totals=_added(totals for _, totals in days),
        days=days,
        best=_best(db, of_account),
        growth=_growth(db, account_id, first, last),
    )


@operation
def list_post_figures(
    db: Session,
    user: User,
    account_id: int,
    since: date | None,
    until: date | None,
    page: int,
    size: int,
) -> Paged[PostTotals]:
    """What each post reached within a period, the most seen first."""
    access.managed_account(db, user, account_id)
    of_account = _conditions(account_id, *period(since, until))
    counted = select(func.count(func.distinct(Figure.post_id))).select_from(Figure).join(Post)
    total = db.execute(counted.where(*of_account)).scalar_one()
    grouped = select(Figure.post_id, *SUMS).join(Post).where(*of_account)
    order = (SUMS[0].desc(), col(Figure.post_id))
    rows = db.execute(
        grouped.group_by(col(Figure.post_id)).order_by(*order).offset((page - 1) * size).limit(size)
    ).all()
    ids = [number for number, *_ in rows]
    posts = {p.id: p for p in db.exec(select(Post).where(col(Post.id).in_(ids)))}
    items = [PostTotals(posts[number], Totals(*sums)) for number, *sums in rows]
    return Paged(items, page, size, total)


@operation
def list_figures(db: Session, user: User, post_id: int) -> list[Figure]:
    """The raw numbers of a post, day by day, for members of its account."""
    access.managed_post(db, user, post_id, "view")
    mine = select(Figure).where(Figure.post_id == post_id)
    return list(db.exec(mine.order_by(col(Figure.day)).limit(1000)))


@operation
def list_follower_counts(
    db: Session, user: User, account_id: int, since: date | None, until: date | None
) -> list[FollowerCount]:
    """How many followers there were at the end of each day that was counted."""
    access.managed_account(db, user, account_id)
    return list(db.exec(_counted(account_id, *period(since, until))))


@operation
def export_figures(
    db: Session, user: User, account_id: int, since: date | None, until: date | None
) -> str:
    """The raw numbers of all posts as CSV, by day and post; the first line names the columns."""
    access.managed_account(db, user, account_id)
    raw = columns(
        col(Figure.day),
        col(Figure.post_id),
        col(Figure.impressions),
        col(Figure.clicks),
        col(Figure.likes),
        col(Figure.comments),
    ).join(Post)
    chosen = raw.where(*_conditions(account_id, *period(since, until)))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["day", "post_id", "impressions", "clicks", "likes", "comments"])
    rows = db.execute(chosen.order_by(col(Figure.day), col(Figure.post_id))).all()
    writer.writerows(tuple(row) for row in rows)
    return out.getvalue()


def period(since: date | None, until: date | None) -> tuple[date, date]:
    """The days that are meant; Invalid where there are none, or too many."""
    try:
        last = until or today() - timedelta(days=1)
        first = since or last - timedelta(days=policy.DEFAULT_DAYS - 1)
    except OverflowError:
        raise Invalid("There is no such day.", fields={"until": "unknown"}) from None
    if first > last:
        raise Invalid("A period does not end before it starts.", fields={"until": "early"})
    if (last - first).days >= policy.LONGEST_PERIOD:
        message = f"A period has at most {policy.LONGEST_PERIOD} days."
        raise Invalid(message, fields={"since": message})
    return first, last


def _conditions(account_id: int, first: date, last: date) -> tuple[Any, ...]:
    return (
        Post.account_id == account_id,
        col(Post.state) != "deleted",
        col(Figure.day) >= first,
        col(Figure.day) <= last,
    )


def _added(many: Any) -> Totals:
    rows = [(t.impressions, t.clicks, t.likes, t.comments) for t in many]
    return Totals(*(sum(column) for column in zip(*rows, strict=True))) if rows else Totals()


def _best(db: Session, of_account: tuple[Any, ...]) -> PostTotals | None:
    """The highest unrounded rate; then the most engagements, then the older post."""
    impressions, *rest = SUMS
    engagements = rest[0] + rest[1] + rest[2]
    row = db.execute(
        select(Figure.post_id, *SUMS)
        .join(Post)
        .where(*of_account)
        .group_by(col(Figure.post_id))
        .having(impressions >= policy.BEST_POST_IMPRESSIONS)
        .order_by((engagements * 1.0 / impressions).desc(), engagements.desc(), Figure.post_id)
        .limit(1)
    ).first()
    return None if row is None else PostTotals(db.get_one(Post, row[0]), Totals(*row[1:]))


def _counted(account_id: int, first: date, last: date) -> Any:
    return (
        select(FollowerCount)
        .where(
            FollowerCount.account_id == account_id,
            col(FollowerCount.day) >= first,
            col(FollowerCount.day) <= last,
        )
        .order_by(col(FollowerCount.day))
    )


def _growth(db: Session, account_id: int, first: date, last: date) -> Growth | None:
    counted = db.exec(_counted(account_id, first, last)).all()
    return Growth(counted[0].followers, counted[-1].followers) if counted else None
