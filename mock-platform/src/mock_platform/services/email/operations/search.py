"""What can be asked of a mailbox: the fields of a search, and its query language.

`from:ada subject:"quarterly figures" has:attachment is:unread before:2026-12-01 figures` is the
same as filling in the fields of the search form. Words must all occur, in sender, subject or text.
"""

import re
from datetime import UTC, date, datetime, time
from typing import Any

from pydantic import BaseModel, Field
from sqlalchemy import exists
from sqlmodel import Session, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from mock_platform.kit import Invalid
from mock_platform.services.email.models import Attachment, Message, Recipient, User
from mock_platform.services.email.operations.folders import folder_of

_TERM = re.compile(r'(?:(\w+):)?(?:"([^"]*)"|(\S+))')
_TEXT = {"from": "sender", "to": "recipient", "subject": "subject", "text": "text", "in": "folder"}
_DAYS = {"before": "before", "after": "after"}


class Search(BaseModel):
    """All conditions hold together; `before` is exclusive, `after` inclusive, in UTC days."""

    q: str = Field(default="", max_length=400)
    folder: str = Field(default="", max_length=60)
    sender: str = Field(default="", max_length=200)
    recipient: str = Field(default="", max_length=200)
    subject: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=200)
    before: date | None = None
    after: date | None = None
    has_attachment: bool = False
    unread: bool = False
    flagged: bool = False


def read_query(search: Search) -> tuple[Search, list[str]]:
    """The search with the operators of `q` filled in, and the plain words that are left."""
    found: dict[str, Any] = {}
    words: list[str] = []
    for name, quoted, plain in _TERM.findall(search.q):
        name, value = name.lower(), quoted or plain
        if name in _TEXT:
            found[_TEXT[name]] = value
        elif name in _DAYS:
            try:
                found[_DAYS[name]] = date.fromisoformat(value)
            except ValueError:
                message = f"{name}: wants a date such as 2026-12-01, not {value!r}."
                raise Invalid(message, fields={"q": message}) from None
        elif (name, value) in (("has", "attachment"), ("has", "attachments")):
            found["has_attachment"] = True
        elif name == "is" and value in ("unread", "flagged"):
            found[value] = True
        else:
            words.append(f"{name}:{value}" if name else value)
    return search.model_copy(update=found), [word for word in words if word]


def statement(db: Session, user: User, search: Search) -> SelectOfScalar[Message]:
    """The messages that a search finds, newest first; NotFound for an unknown folder."""
    search, words = read_query(search)
    if search.folder:
        folder = folder_of(db, user, search.folder)
        query = select(Message).where(Message.folder_id == folder.id)
    else:
        query = select(Message).where(Message.user_id == user.id)
    if search.sender:
        query = query.where(_any(search.sender, Message.sender, Message.sender_name))
    if search.subject:
        query = query.where(_any(search.subject, Message.subject))
    if search.text:
        query = query.where(_any(search.text, Message.body))
    if search.recipient:
        query = query.where(
            exists()
            .where(col(Recipient.message_id) == Message.id)
            .where(_any(search.recipient, Recipient.address, Recipient.name))
        )
    for word in words:
        query = query.where(
            _any(word, Message.sender, Message.sender_name, Message.subject, Message.body)
        )
    if search.before:
        query = query.where(col(Message.sent_at) < _midnight(search.before))
    if search.after:
        query = query.where(col(Message.sent_at) >= _midnight(search.after))
    if search.has_attachment:
        query = query.where(exists().where(col(Attachment.message_id) == Message.id))
    if search.unread:
        query = query.where(col(Message.unread).is_(True))
    if search.flagged:
        query = query.where(col(Message.flagged).is_(True))
    return query.order_by(col(Message.sent_at).desc(), col(Message.id).desc())


def _any(text: str, *columns: Any) -> Any:
    """LIKE, whatever the case; `icontains` would convert every text it looks into first."""
    return or_(*(col(column).contains(text, autoescape=True) for column in columns))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)
