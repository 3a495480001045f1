"""Posts, what is in them, and what is counted about them."""

from typing import Literal

from sqlalchemy import Index
from sqlmodel import Field, String

from mock_platform.kit.rows import Content, Day, MaybeWhen, When
from mock_platform.services.social.models.people import PlazaRow
from mock_platform.services.social.policy import Visibility

type StoredState = Literal["draft", "scheduled", "published", "deleted"]


class Post(PlazaRow, table=True):
    """A `scheduled` post counts as published from `publish_at` on; its stored state stays.

    `publish_at` is when it went out or will; a draft has none.
    """

    __tablename__ = "posts"
    __table_args__ = (
        Index("posts_of_account", "account_id", "publish_at"),
        Index("posts_in_time", "publish_at", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id")
    author_id: int = Field(foreign_key="users.id")
    text: str = Field(max_length=600)
    state: StoredState = Field(default="draft", sa_type=String)
    visibility: Visibility = Field(default="public", sa_type=String)
    campaign_id: int | None = Field(default=None, foreign_key="campaigns.id", index=True)
    created_at: When
    publish_at: MaybeWhen = None
    edited_at: MaybeWhen = None
    pinned_at: MaybeWhen = None
    deleted_at: MaybeWhen = None


class Media(PlazaRow, table=True):
    """A file of an account; `alt` describes an image to who cannot see it."""

    __tablename__ = "media"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id", index=True)
    post_id: int | None = Field(default=None, foreign_key="posts.id", index=True)
    filename: str = Field(min_length=1, max_length=120)
    media_type: str = Field(max_length=60)
    alt: str = Field(default="", max_length=300)
    content: Content
    size: int = Field(ge=0)
    uploaded_at: When


class Revision(PlazaRow, table=True):
    """What a published post said before it was changed."""

    __tablename__ = "revisions"

    id: int | None = Field(default=None, primary_key=True)
    post_id: int = Field(foreign_key="posts.id", index=True)
    text: str
    replaced_by: int = Field(foreign_key="users.id")
    replaced_at: When


class PostTag(PlazaRow, table=True):
    """A hashtag in a post's text, in small letters, without the #."""

    __tablename__ = "post_tags"

    post_id: int = Field(foreign_key="posts.id", primary_key=True)
    tag: str = Field(primary_key=True, index=True, max_length=40)


class Mention(PlazaRow, table=True):
    """An account that a post's text names by @handle."""

    __tablename__ = "mentions"

    post_id: int = Field(foreign_key="posts.id", primary_key=True)
    account_id: int = Field(foreign_key="accounts.id", primary_key=True, index=True)


class Like(PlazaRow, table=True):
    __tablename__ = "likes"

    post_id: int = Field(foreign_key="posts.id", primary_key=True)
    account_id: int = Field(foreign_key="accounts.id", primary_key=True, index=True)
    at: When


class Repost(PlazaRow, table=True):
    __tablename__ = "reposts"
    __table_args__ = (Index("reposts_of_account", "account_id", "at"),)

    post_id: int = Field(foreign_key="posts.id", primary_key=True)
    account_id: int = Field(foreign_key="accounts.id", primary_key=True)
    at: When


class Figure(PlazaRow, table=True):
    """What was counted about a post on a day: the raw numbers behind the analytics."""

    __tablename__ = "figures"

    post_id: int = Field(foreign_key="posts.id", primary_key=True)
    day: Day = Field(primary_key=True)
    impressions: int = Field(ge=0)
    clicks: int = Field(default=0, ge=0)
    likes: int = Field(default=0, ge=0)
    comments: int = Field(default=0, ge=0)
