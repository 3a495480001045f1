"""The JSON API of the mail service."""

from datetime import datetime
from typing import Annotated

from fastapi import Body, Depends, Query, Response
from pydantic import BaseModel

from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.pages import download
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.email import operations as ops
from mock_platform.services.email.models import Contact, Folder, User
from mock_platform.services.email.operations import (
    Answer,
    ContactDetails,
    Letter,
    Outgoing,
    Passing,
    Search,
    Settings,
)

router = api_router()
router.dependencies.append(bearer)

Me = Annotated[User, Depends(signed_in)]


class FolderOut(BaseModel):
    id: int
    name: str
    kind: str
    total: int
    unread: int


class FolderName(BaseModel):
    name: str


class RecipientOut(BaseModel):
    kind: str
    address: str
    name: str


class AttachmentOut(BaseModel):
    id: int
    filename: str
    content_type: str
    size: int


class MessageLine(BaseModel):
    """A message in a list; `preview` is the beginning of its text."""

    id: int
    folder: str
    thread: str
    sender: str
    sender_name: str
    subject: str
    preview: str
    sent_at: datetime
    unread: bool
    flagged: bool
    attachments: int


class MessageOut(BaseModel):
    id: int
    folder: str
    thread: str
    ref: str
    in_reply_to: str | None
    sender: str
    sender_name: str
    recipients: list[RecipientOut]
    subject: str
    body: str
    sent_at: datetime
    unread: bool
    flagged: bool
    attachments: list[AttachmentOut]


class Marks(BaseModel):
    unread: bool | None = None
    flagged: bool | None = None


class Profile(BaseModel):
    id: int
    name: str
    email: str
    signature: str
    away_message: str


def _id(row: Folder | Contact | User) -> int:
    assert row.id is not None
    return row.id


def _line(letter: Letter) -> MessageLine:
    message = letter.message
    return MessageLine(
        **message.model_dump(include={"id", "thread", "sender", "sender_name", "subject"}),
        folder=letter.folder.name,
        preview=" ".join(message.body.split())[:120],
        sent_at=message.sent_at,
        unread=message.unread,
        flagged=message.flagged,
        attachments=len(letter.attachments),
    )


def _message(letter: Letter) -> MessageOut:
    return MessageOut(
        **letter.message.model_dump(exclude={"user_id", "folder_id"}),
        folder=letter.folder.name,
        recipients=[RecipientOut(**r.model_dump()) for r in letter.recipients],
        attachments=[
            AttachmentOut(id=number, filename=name, content_type=kind, size=size)
            for number, name, kind, size in letter.attachments
        ],
    )


@router.get("/folders", tags=["folders"])
def list_folders(db: DB, me: Me) -> list[FolderOut]:
    """All folders with the number of their messages."""
    return [
        FolderOut(id=_id(f), name=f.name, kind=f.kind, total=total, unread=unread)
        for f, total, unread in ops.list_folders(db, me)
    ]


@router.post("/folders", tags=["folders"], status_code=201)
def create_folder(db: DB, me: Me, body: FolderName) -> FolderOut:
    """Make a folder of one's own."""
    folder = ops.create_folder(db, me, body.name)
    return FolderOut(id=_id(folder), name=folder.name, kind=folder.kind, total=0, unread=0)


@router.patch("/folders/{folder_id}", tags=["folders"])
def rename_folder(db: DB, me: Me, folder_id: int, body: FolderName) -> FolderName:
    """Rename a folder of one's own."""
    return FolderName(name=ops.rename_folder(db, me, folder_id, body.name).name)


@router.delete("/folders/{folder_id}", tags=["folders"], status_code=204)
def delete_folder(db: DB, me: Me, folder_id: int) -> None:
    """Delete an empty folder of one's own."""
    ops.delete_folder(db, me, folder_id)


@router.get("/messages", tags=["messages"])
def search_messages(
    db: DB, me: Me, search: Annotated[Search, Query()], page: PageNumber = 1, size: PageSize = 50
) -> PageOf[MessageLine]:
    """Find messages, newest first; without conditions, all of them."""
    found = ops.search_messages(db, me, search, page, size)
    return PageOf[MessageLine].of(found, [_line(letter) for letter in found.items])


@router.get("/folders/{folder}/messages", tags=["folders"])
def list_messages(
    db: DB, me: Me, folder: str, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[MessageLine]:
    """The messages of a folder (its name or kind), newest first."""
    found = ops.list_messages(db, me, folder, page, size)
    return PageOf[MessageLine].of(found, [_line(letter) for letter in found.items])


@router.post("/messages", tags=["messages"], status_code=201)
def send_message(db: DB, me: Me, body: Outgoing) -> MessageOut:
    """Send a message."""
    return _message(ops.send_message(db, me, body))


@router.get("/messages/{message_id}", tags=["messages"])
def view_message(db: DB, me: Me, message_id: int) -> MessageOut:
    """Open a message; that marks it read."""
    return _message(ops.view_message(db, me, message_id))


@router.patch("/messages/{message_id}", tags=["messages"])
def mark_message(db: DB, me: Me, message_id: int, body: Marks) -> MessageOut:
    """Mark a message read, unread, flagged or not."""
    return _message(ops.mark_message(db, me, message_id, body.unread, body.flagged))


@router.delete("/messages/{message_id}", tags=["messages"], status_code=204)
def delete_message(db: DB, me: Me, message_id: int) -> None:
    """Into the trash; out of the trash, or a draft, for good."""
    ops.delete_message(db, me, message_id)


@router.post("/messages/{message_id}/move", tags=["messages"])
def move_message(
    db: DB, me: Me, message_id: int, folder: Annotated[str, Body(embed=True)]
) -> MessageOut:
    """Put a message into another folder (its name or kind)."""
    return _message(ops.move_message(db, me, message_id, folder))


@router.post("/messages/{message_id}/reply", tags=["messages"], status_code=201)
def reply_message(db: DB, me: Me, message_id: int, body: Answer) -> MessageOut:
    """Answer a message in its conversation."""
    return _message(ops.reply_message(db, me, message_id, body))


@router.post("/messages/{message_id}/forward", tags=["messages"], status_code=201)
def forward_message(db: DB, me: Me, message_id: int, body: Passing) -> MessageOut:
    """Pass a message on, with its attachments."""
    return _message(ops.forward_message(db, me, message_id, body))


@router.get("/threads/{thread}", tags=["messages"])
def view_thread(db: DB, me: Me, thread: str) -> list[MessageOut]:
    """A whole conversation, oldest first; that marks it read."""
    return [_message(letter) for letter in ops.view_thread(db, me, thread)]


@router.get(
    "/attachments/{attachment_id}",
    tags=["messages"],
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}, "description": "The file"}},
)
def view_attachment(db: DB, me: Me, attachment_id: int) -> Response:
    """Download an attachment."""
    file = ops.view_attachment(db, me, attachment_id)
    return download(file.content, file.filename)


@router.post("/drafts", tags=["drafts"], status_code=201)
def save_draft(db: DB, me: Me, body: Outgoing) -> MessageOut:
    """Keep a message for later."""
    return _message(ops.save_draft(db, me, body))


@router.put("/drafts/{message_id}", tags=["drafts"])
def update_draft(db: DB, me: Me, message_id: int, body: Outgoing) -> MessageOut:
    """Rewrite a draft; its files stay unless new ones are given."""
    return _message(ops.save_draft(db, me, body, message_id))


@router.post("/drafts/{message_id}/send", tags=["drafts"], status_code=201)
def send_draft(db: DB, me: Me, message_id: int) -> MessageOut:
    """Send a draft as it is."""
    return _message(ops.send_draft(db, me, message_id))


@router.get("/contacts", tags=["contacts"])
def list_contacts(
    db: DB,
    me: Me,
    q: Annotated[str, Query(max_length=200)] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[Contact]:
    """The address book by name."""
    found = ops.list_contacts(db, me, q, page, size)
    return PageOf[Contact].of(found, list(found.items))


@router.post("/contacts", tags=["contacts"], status_code=201)
def create_contact(db: DB, me: Me, body: ContactDetails) -> Contact:
    """Add a contact."""
    return ops.create_contact(db, me, body)


@router.get("/contacts/{contact_id}", tags=["contacts"])
def view_contact(db: DB, me: Me, contact_id: int) -> Contact:
    """One contact."""
    return ops.view_contact(db, me, contact_id)


@router.put("/contacts/{contact_id}", tags=["contacts"])
def update_contact(db: DB, me: Me, contact_id: int, body: ContactDetails) -> Contact:
    """Change a contact."""
    return ops.update_contact(db, me, contact_id, body)


@router.delete("/contacts/{contact_id}", tags=["contacts"], status_code=204)
def delete_contact(db: DB, me: Me, contact_id: int) -> None:
    """Remove a contact."""
    ops.delete_contact(db, me, contact_id)


@router.get("/me", tags=["account"])
def view_profile(me: Me) -> Profile:
    """The signed-in account."""
    return Profile(**me.model_dump(exclude={"password"}))


@router.put("/me/settings", tags=["account"])
def update_settings(db: DB, me: Me, body: Settings) -> Profile:
    """Change signature and out-of-office message."""
    return Profile(**ops.update_settings(db, me, body).model_dump(exclude={"password"}))
