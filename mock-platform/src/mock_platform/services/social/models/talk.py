"""Comments and reports."""

from typing import Literal

from sqlalchemy import Index
from sqlmodel import Field, String

from mock_platform.kit.rows import MaybeWhen, When
from mock_platform.services.social.models.people import PlazaRow
from mock_platform.services.social.policy import Reason

type CommentState = Literal["held", "shown", "hidden", "deleted"]


class Comment(PlazaRow, table=True):
    """`parent_id` is the comment that this one answers, itself no answer.

    `held_because` says why it waits or waited; `decided_*` is the last moderator's decision.
    """

    __tablename__ = "comments"
    __table_args__ = (
        Index("comments_of_post", "post_id", "state", "at"),
        Index("comments_of_account", "account_id", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    post_id: int = Field(foreign_key="posts.id")
    account_id: int = Field(foreign_key="accounts.id")
    parent_id: int | None = Field(default=None, foreign_key="comments.id", index=True)
    text: str = Field(max_length=300)
    state: CommentState = Field(default="shown", sa_type=String)
    at: When
    held_because: str = Field(default="", max_length=120)
    decided_by: int | None = Field(default=None, foreign_key="users.id")
    decided_at: MaybeWhen = None
    reason: Reason | None = Field(default=None, sa_type=String)
    note: str = Field(default="", max_length=200)


class Report(PlazaRow, table=True):
    """An account's complaint about a comment; open until a moderator decides."""

    __tablename__ = "reports"

    id: int | None = Field(default=None, primary_key=True)
    comment_id: int = Field(foreign_key="comments.id", index=True)
    account_id: int = Field(foreign_key="accounts.id")
    reason: Reason = Field(sa_type=String)
    note: str = Field(default="", max_length=200)
    at: When
    resolved_at: MaybeWhen = None
