"""The tables; seed data and the verifier read the same classes."""

from typing import Literal

from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, String

from mock_platform.kit.rows import Account, MaybeWhen, Row, When
from mock_platform.services.chat.policy import Presence, Role

type ChannelKind = Literal["public", "private", "direct"]


class ChatRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, ChatRow, table=True):
    """`handle` is what follows @ in a mention; `status` goes at `status_until`."""

    __tablename__ = "users"

    handle: str = Field(unique=True, index=True, regex=r"^[a-z][a-z0-9.-]{1,39}$")
    title: str = Field(default="", max_length=80)
    role: Role = Field(default="member", sa_type=String)
    presence: Presence = Field(default="active", sa_type=String)
    status: str = Field(default="", max_length=100)
    status_until: MaybeWhen = None


class Channel(ChatRow, table=True):
    """`name` of a direct conversation is the sorted ids of its people: `direct-1-4`."""

    __tablename__ = "channels"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, index=True, min_length=2, max_length=80)
    kind: ChannelKind = Field(default="public", sa_type=String, index=True)
    topic: str = Field(default="", max_length=250)
    purpose: str = Field(default="", max_length=250)
    created_by: int = Field(foreign_key="users.id")
    created_at: When
    archived: bool = False


class Member(ChatRow, table=True):
    """`last_read` is the id of the last message that was seen."""

    __tablename__ = "members"

    channel_id: int = Field(foreign_key="channels.id", primary_key=True)
    user_id: int = Field(foreign_key="users.id", primary_key=True, index=True)
    joined_at: When
    last_read: int = 0
    muted: bool = False


class Message(ChatRow, table=True):
    """`thread_id` is the message that this one answers; a deleted one keeps its place, empty."""

    __tablename__ = "messages"
    __table_args__ = (
        Index("messages_of_channel", "channel_id", "thread_id", "id"),
        Index("messages_of_user", "user_id", "id"),
        Index("unread_messages", "channel_id", "id", "user_id", "deleted_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    channel_id: int = Field(foreign_key="channels.id")
    user_id: int = Field(foreign_key="users.id")
    thread_id: int | None = Field(default=None, foreign_key="messages.id", index=True)
    text: str = Field(max_length=4000)
    sent_at: When = Field(index=True)
    edited_at: MaybeWhen = None
    deleted_at: MaybeWhen = None


class Revision(ChatRow, table=True):
    """What a message said before it was changed or deleted."""

    __tablename__ = "revisions"

    id: int | None = Field(default=None, primary_key=True)
    message_id: int = Field(foreign_key="messages.id", index=True)
    text: str
    replaced_at: When


class FileLink(ChatRow, table=True):
    """A file that a message links to; it lies elsewhere."""

    __tablename__ = "links"

    id: int | None = Field(default=None, primary_key=True)
    message_id: int = Field(foreign_key="messages.id", index=True)
    name: str = Field(min_length=1, max_length=120)
    url: str = Field(min_length=8, max_length=500, regex=r"^https?://\S+$")


class Mention(ChatRow, table=True):
    """`all`: by @channel, not by name."""

    __tablename__ = "mentions"

    message_id: int = Field(foreign_key="messages.id", primary_key=True)
    user_id: int = Field(foreign_key="users.id", primary_key=True, index=True)
    all: bool = False


class Reaction(ChatRow, table=True):
    __tablename__ = "reactions"
    __table_args__ = (UniqueConstraint("message_id", "user_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    message_id: int = Field(foreign_key="messages.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    name: str = Field(max_length=30)


class Pin(ChatRow, table=True):
    __tablename__ = "pins"

    message_id: int = Field(foreign_key="messages.id", primary_key=True)
    channel_id: int = Field(foreign_key="channels.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    pinned_at: When


class SavedMessage(ChatRow, table=True):
    """A message that a user wants to find again."""

    __tablename__ = "saved_messages"

    user_id: int = Field(foreign_key="users.id", primary_key=True)
    message_id: int = Field(foreign_key="messages.id", primary_key=True)
    saved_at: When
