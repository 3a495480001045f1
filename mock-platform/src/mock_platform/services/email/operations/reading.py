"""Reading, filing and removing messages."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.email.models import Attachment, Folder, Message, Recipient, User
from mock_platform.services.email.operations.folders import folder_of, id_of, special
from mock_platform.services.email.operations.search import Search, statement


@dataclass(frozen=True)
class Letter:
    """A message with its folder, addressees and attachments (without their content)."""

    message: Message
    folder: Folder
    recipients: Sequence[Recipient]
    attachments: Sequence[tuple[int, str, str, int]]

    def addresses(self, kind: str) -> list[str]:
        return [r.address for r in self.recipients if r.kind == kind]


def own_message(db: Session, user: User, message_id: int) -> Message:
    message = db.get(Message, message_id)
    if message is None or message.user_id != user.id:
        raise NotFound("There is no such message.")
    return message


def letters(db: Session, messages: Sequence[Message]) -> list[Letter]:
    """The messages with all that belongs to them, in three queries whatever their number."""
    ids = [message.id for message in messages]
    folders = {
        folder.id: folder
        for folder in db.exec(
            select(Folder).where(col(Folder.id).in_({m.folder_id for m in messages}))
        )
    }
    recipients: dict[int | None, list[Recipient]] = {}
    for recipient in db.exec(
        select(Recipient).where(col(Recipient.message_id).in_(ids)).order_by(col(Recipient.id))
    ):
        recipients.setdefault(recipient.message_id, []).append(recipient)
    files: dict[int | None, list[tuple[int, str, str, int]]] = {}
    parts = Attachment.__table__.c  # type: ignore[attr-defined]
    columns = (parts.message_id, parts.id, parts.filename, parts.content_type)
    for row in db.execute(
        sqlalchemy.select(*columns, func.length(parts.content))
        .where(parts.message_id.in_(ids))
        .order_by(parts.id)
    ):
        files.setdefault(row[0], []).append((row[1], row[2], row[3], row[4]))
    return [
        Letter(m, folders[m.folder_id], recipients.get(m.id, []), files.get(m.id, []))
        for m in messages
    ]


@operation
def list_messages(db: Session, user: User, folder: str, page: int, size: int) -> Paged[Letter]:
    """One page of a folder, newest first."""
    return _page(db, user, Search(folder=folder), page, size)


@operation
def search_messages(db: Session, user: User, search: Search, page: int, size: int) -> Paged[Letter]:
    """One page of what a search finds, newest first."""
    return _page(db, user, search, page, size)


def _page(db: Session, user: User, search: Search, page: int, size: int) -> Paged[Letter]:
    found = paged(db, statement(db, user, search), page, size)
    return Paged(letters(db, found.items), found.page, found.size, found.total)


@operation
def view_message(db: Session, user: User, message_id: int) -> Letter:
    """Open a message; that marks it read."""
    message = own_message(db, user, message_id)
    message.unread = False
    return letters(db, [message])[0]


@operation
def view_thread(db: Session, user: User, thread: str) -> list[Letter]:
    """The messages of a conversation, oldest first, trash left out; that marks them read."""
    trash = special(db, id_of(user), "trash").id
    messages = db.exec(
        select(Message)
        .where(Message.user_id == user.id, Message.thread == thread, Message.folder_id != trash)
        .order_by(col(Message.sent_at), col(Message.id))
    ).all()
    if not messages:
        raise NotFound("There is no such conversation.")
    for message in messages:
        message.unread = False
    return letters(db, messages)


@operation
def view_attachment(db: Session, user: User, attachment_id: int) -> Attachment:
    """A file with its content."""
    attachment = db.get(Attachment, attachment_id)
    message = db.get(Message, attachment.message_id) if attachment else None
    if attachment is None or message is None or message.user_id != user.id:
        raise NotFound("There is no such attachment.")
    return attachment


@operation
def mark_message(
    db: Session,
    user: User,
    message_id: int,
    unread: bool | None = None,
    flagged: bool | None = None,
) -> Letter:
    """Set a message's marks; None leaves one as it is."""
    message = own_message(db, user, message_id)
    if unread is not None:
        message.unread = unread
    if flagged is not None:
        message.flagged = flagged
    return letters(db, [message])[0]


@operation
def move_message(db: Session, user: User, message_id: int, folder: str) -> Letter:
    """Put a message into another folder.

    Drafts holds only what is not sent, Sent only what the user has sent: neither can be pretended.
    """
    message = own_message(db, user, message_id)
    target = folder_of(db, user, folder)
    assert target.id is not None
    source = db.get(Folder, message.folder_id)
    if source is not None and source.kind == "drafts":
        raise Refused("A draft is sent, changed or deleted; it cannot be moved.")
    if target.kind == "drafts":
        raise Refused("Only a message that has not been sent is a draft.")
    if target.kind == "sent" and message.sender != user.email:
        raise Refused("Only what you have sent yourself belongs there.")
    message.folder_id = target.id
    return letters(db, [message])[0]


@operation
def delete_message(db: Session, user: User, message_id: int) -> None:
    """Into the trash; out of the trash, or a draft, for good."""
    message = own_message(db, user, message_id)
    folder = db.get(Folder, message.folder_id)
    if folder is not None and folder.kind in ("trash", "drafts"):
        remove_parts(db, message)
        db.delete(message)
        return
    trash = special(db, id_of(user), "trash")
    assert trash.id is not None
    message.folder_id = trash.id


def remove_parts(db: Session, message: Message, *, files: bool = True) -> None:
    """Delete a message's addressees and, with `files`, its attachments."""
    for part in db.exec(select(Recipient).where(Recipient.message_id == message.id)).all():
        db.delete(part)
    if files:
        for file in db.exec(select(Attachment).where(Attachment.message_id == message.id)).all():
            db.delete(file)
    db.flush()
