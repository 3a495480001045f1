"""Who follows and blocks whom, campaigns, and notifications."""

from typing import Literal

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, String

from mock_platform.kit.rows import Day, MaybeWhen, When
from mock_platform.services.social.models.people import PlazaRow

type FollowState = Literal["requested", "accepted", "declined"]
type Measure = Literal["impressions", "clicks", "likes", "comments", "engagements"]
type NotificationKind = Literal[
    "mention", "like", "repost", "comment", "held", "follow", "request", "accepted"
]


class Follow(PlazaRow, table=True):
    """`followed_id` sees requests; `decided_at` is when one was accepted or declined."""

    __tablename__ = "follows"
    __table_args__ = (
        UniqueConstraint("follower_id", "followed_id"),
        Index("followers", "followed_id", "state"),
    )

    id: int | None = Field(default=None, primary_key=True)
    follower_id: int = Field(foreign_key="accounts.id")
    followed_id: int = Field(foreign_key="accounts.id")
    state: FollowState = Field(sa_type=String)
    asked_at: When
    decided_at: MaybeWhen = None


class Block(PlazaRow, table=True):
    __tablename__ = "blocks"

    account_id: int = Field(foreign_key="accounts.id", primary_key=True)
    blocked_id: int = Field(foreign_key="accounts.id", primary_key=True, index=True)
    at: When


class Campaign(PlazaRow, table=True):
    """`goal` of `measure` is to be reached by the campaign's posts from `starts` to `ends`."""

    __tablename__ = "campaigns"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id", index=True)
    name: str = Field(min_length=1, max_length=80)
    starts: Day
    ends: Day
    measure: Measure = Field(default="impressions", sa_type=String)
    goal: int = Field(ge=1)
    hashtag: str = Field(default="", max_length=40, regex=r"^[a-z0-9_]*$")
    budget_note: str = Field(default="", max_length=300)


class Notification(PlazaRow, table=True):
    """What an account is told, from `at` on (a scheduled post's mentions wait for it)."""

    __tablename__ = "notifications"
    __table_args__ = (
        Index("notifications_of_account", "account_id", "at"),
        Index("notifications_unread", "account_id", "read", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id")
    kind: NotificationKind = Field(sa_type=String)
    actor_id: int = Field(foreign_key="accounts.id")
    post_id: int | None = Field(default=None, foreign_key="posts.id", index=True)
    comment_id: int | None = Field(default=None, foreign_key="comments.id", index=True)
    at: When
    read: bool = False
