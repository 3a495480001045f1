"""The tables of the mail service. Every mailbox holds its own copy of a message."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator
from sqlalchemy import Index, String, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, Content, Row, When

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")

FolderKind = Literal["inbox", "sent", "drafts", "archive", "spam", "trash", "custom"]
RecipientKind = Literal["to", "cc", "bcc"]


def _address(value: str) -> str:
    value = value.strip().lower()
    if not ADDRESS.fullmatch(value) or len(value) > 200:
        raise ValueError(f"{value[:80]!r} is not an e-mail address")
    return value


Address = Annotated[str, AfterValidator(_address)]


class MailRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, MailRow, table=True):
    """A mailbox's owner. With `away_message` set, the mailbox answers nothing: it is shown only."""

    __tablename__ = "users"

    signature: str = ""
    away_message: str = ""


class Folder(MailRow, table=True):
    """One folder of a mailbox; each mailbox has one of every kind but `custom`."""

    __tablename__ = "folders"
    __table_args__ = (UniqueConstraint("user_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    name: str = Field(min_length=1, max_length=60)
    kind: FolderKind = Field(default="custom", sa_type=String)


class Message(MailRow, table=True):
    """A message in one mailbox. `ref` is the same in every copy; `thread` joins a conversation.

    `in_reply_to` is the `ref` of the message that this one answers.
    """

    __tablename__ = "messages"
    __table_args__ = (
        Index("messages_by_day", "folder_id", "sent_at", "id"),
        Index("messages_unread", "folder_id", "unread"),
        Index("messages_by_thread", "user_id", "thread"),
        Index("messages_of_user_by_day", "user_id", "sent_at", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    folder_id: int = Field(foreign_key="folders.id")
    thread: str
    ref: str = Field(index=True)
    in_reply_to: str | None = None
    sender: Address
    sender_name: str = ""
    subject: str = ""
    body: str = ""
    sent_at: When
    unread: bool = False
    flagged: bool = False


class Recipient(MailRow, table=True):
    """One addressee of a message; `bcc` exists in the sender's copy alone."""

    __tablename__ = "recipients"

    id: int | None = Field(default=None, primary_key=True)
    message_id: int = Field(foreign_key="messages.id", index=True)
    kind: RecipientKind = Field(default="to", sa_type=String)
    address: Address
    name: str = ""


class Attachment(MailRow, table=True):
    """A file of a message; `content` is the file itself."""

    __tablename__ = "attachments"

    id: int | None = Field(default=None, primary_key=True)
    message_id: int = Field(foreign_key="messages.id", index=True)
    filename: str = Field(min_length=1, max_length=120)
    content_type: str = "text/plain"
    content: Content


class Contact(MailRow, table=True):
    """An entry of a user's address book."""

    __tablename__ = "contacts"
    __table_args__ = (UniqueConstraint("user_id", "email"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    name: str = Field(min_length=1, max_length=120)
    email: Address
    phone: str = ""
    firm: str = ""
    note: str = ""
