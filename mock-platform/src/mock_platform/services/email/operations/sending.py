"""Writing: new messages, replies, forwards, drafts."""

import base64
import binascii
import secrets
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.email.models import (
    Address,
    Attachment,
    Folder,
    Message,
    Recipient,
    RecipientKind,
    User,
)
from mock_platform.services.email.operations.folders import special
from mock_platform.services.email.operations.reading import (
    Letter,
    letters,
    own_message,
    remove_parts,
)

LARGEST_FILE = 2_000_000
LONGEST_BODY = 100_000


def _file_name(value: str) -> str:
    if not value.isprintable() or "/" in value or "\\" in value:
        raise ValueError("a file name has no slashes and no control characters")
    return value


def _base64(value: str) -> str:
    try:
        if len(base64.b64decode(value, validate=True)) > LARGEST_FILE:
            raise ValueError(f"an attachment has at most {LARGEST_FILE:,} bytes")
    except binascii.Error:
        raise ValueError("the content is not base64") from None
    return value


class NewFile(BaseModel):
    """A file to attach; `content` is base64."""

    filename: Annotated[str, AfterValidator(_file_name)] = Field(min_length=1, max_length=120)
    content_type: str = Field(default="application/octet-stream", max_length=100)
    content: Annotated[str, AfterValidator(_base64)] = Field(max_length=LARGEST_FILE * 2)


class Outgoing(BaseModel):
    """What a person writes. Sending needs at least one addressee; a draft needs nothing."""

    to: list[Address] = Field(default_factory=list, max_length=50)
    cc: list[Address] = Field(default_factory=list, max_length=50)
    bcc: list[Address] = Field(default_factory=list, max_length=50)
    subject: str = Field(default="", max_length=300)
    body: str = Field(default="", max_length=LONGEST_BODY)
    attachments: list[NewFile] = Field(default_factory=list, max_length=10)


class Answer(BaseModel):
    """A reply: `to_all` keeps everybody who was on the message; `cc` adds others."""

    body: str = Field(min_length=1, max_length=LONGEST_BODY)
    to_all: bool = False
    cc: list[Address] = Field(default_factory=list, max_length=50)
    attachments: list[NewFile] = Field(default_factory=list, max_length=10)


class Passing(BaseModel):
    """A forward: `body` stands above the forwarded text."""

    to: list[Address] = Field(min_length=1, max_length=50)
    cc: list[Address] = Field(default_factory=list, max_length=50)
    body: str = Field(default="", max_length=LONGEST_BODY)


@operation
def send_message(
    db: Session, user: User, outgoing: Outgoing, answers: Message | None = None
) -> Letter:
    """Send, and keep the copy in the folder of sent messages.

    Who has a mailbox here finds a copy in the inbox; mail to others leaves and is not seen again.
    """
    if not outgoing.to and not outgoing.cc and not outgoing.bcc:
        raise Invalid("Say who the message is for.", fields={"to": "missing"})
    message = _store(db, user, outgoing, "sent", answers)
    _deliver(db, user, message, outgoing)
    return letters(db, [message])[0]


@operation
def reply_message(db: Session, user: User, message_id: int, answer: Answer) -> Letter:
    """Answer a message in its conversation."""
    original = letters(db, [_sent_or_received(db, user, message_id)])[0]
    to, cc = reply_recipients(user, original, to_all=answer.to_all)
    outgoing = Outgoing(
        to=to,
        cc=[*cc, *(a for a in answer.cc if a not in (*to, *cc))],
        subject=_prefixed("Re", original.message.subject),
        body=answer.body,
        attachments=answer.attachments,
    )
    return send_message(db, user, outgoing, answers=original.message)


@operation
def forward_message(db: Session, user: User, message_id: int, passing: Passing) -> Letter:
    """Pass a message on, with its text below and its attachments."""
    original = own_message(db, user, message_id)
    outgoing = Outgoing(
        to=passing.to,
        cc=passing.cc,
        subject=_prefixed("Fwd", original.subject),
        body=_forwarded(passing.body, original),
        attachments=_attached_again(db, original),
    )
    return send_message(db, user, outgoing)


@operation
def save_draft(
    db: Session, user: User, outgoing: Outgoing, message_id: int | None = None
) -> Letter:
    """Keep a message for later; with `message_id`, in the place of that draft."""
    if message_id is None:
        return letters(db, [_store(db, user, outgoing, "drafts", None)])[0]
    draft = own_draft(db, user, message_id)
    remove_parts(db, draft, files=bool(outgoing.attachments))
    draft.subject, draft.body, draft.sent_at = outgoing.subject, outgoing.body, now()
    _add_parts(db, draft, outgoing)
    return letters(db, [draft])[0]


@operation
def send_draft(db: Session, user: User, message_id: int) -> Letter:
    """Send a draft as it is; it leaves the drafts."""
    letter = letters(db, [own_draft(db, user, message_id)])[0]
    draft = letter.message
    outgoing = Outgoing(
        to=letter.addresses("to"),
        cc=letter.addresses("cc"),
        bcc=letter.addresses("bcc"),
        subject=draft.subject,
        body=draft.body,
        attachments=_attached_again(db, draft),
    )
    sent = send_message(db, user, outgoing)
    remove_parts(db, draft)
    db.delete(draft)
    return sent


def reply_recipients(user: User, original: Letter, *, to_all: bool) -> tuple[list[str], list[str]]:
    """Who a reply goes to, as (to, cc): nobody twice, and oneself only if there is nobody else."""
    message = original.message
    own = message.sender == user.email
    to = original.addresses("to") if own else [message.sender]
    if to_all and not own:
        to = [*to, *original.addresses("to")]
    to = _unique(to, without={user.email})
    cc = _unique(original.addresses("cc"), without={user.email, *to}) if to_all else []
    return to or ([] if cc else [message.sender]), cc


def own_draft(db: Session, user: User, message_id: int) -> Message:
    """A message that is a draft; Refused where it is not."""
    message = own_message(db, user, message_id)
    folder = db.get(Folder, message.folder_id)
    if folder is None or folder.kind != "drafts":
        raise Refused("This message is not a draft.")
    return message


def _sent_or_received(db: Session, user: User, message_id: int) -> Message:
    message = own_message(db, user, message_id)
    folder = db.get(Folder, message.folder_id)
    if folder is not None and folder.kind == "drafts":
        raise Refused("A draft cannot be answered. Send it first.")
    return message


def _store(
    db: Session, user: User, outgoing: Outgoing, kind: str, answers: Message | None
) -> Message:
    assert user.id is not None
    folder = special(db, user.id, "sent" if kind == "sent" else "drafts")
    assert folder.id is not None
    ref = _new_ref(db)
    message = Message(
        user_id=user.id,
        folder_id=folder.id,
        thread=answers.thread if answers else ref,
        ref=ref,
        in_reply_to=answers.ref if answers else None,
        sender=user.email,
        sender_name=user.name,
        subject=outgoing.subject,
        body=outgoing.body,
        sent_at=now(),
    )
    db.add(message)
    db.flush()
    _add_parts(db, message, outgoing)
    return message


def _add_parts(
    db: Session, message: Message, outgoing: Outgoing, kinds: Iterable[RecipientKind] | None = None
) -> None:
    assert message.id is not None
    seen: set[str] = set()
    addressed: dict[RecipientKind, list[str]] = {
        "to": outgoing.to,
        "cc": outgoing.cc,
        "bcc": outgoing.bcc,
    }
    for kind in kinds or addressed:
        for address in addressed[kind]:
            if address not in seen:
                seen.add(address)
                db.add(Recipient(message_id=message.id, kind=kind, address=address))
    for file in outgoing.attachments:
        db.add(
            Attachment(
                message_id=message.id,
                filename=file.filename,
                content_type=file.content_type,
                content=base64.b64decode(file.content),
            )
        )
    db.flush()


def _deliver(db: Session, user: User, message: Message, outgoing: Outgoing) -> None:
    addresses = {*outgoing.to, *outgoing.cc, *outgoing.bcc}
    here = select(User).where(col(User.email).in_(addresses)).order_by(col(User.id))
    for reader in db.exec(here).all():
        assert reader.id is not None
        inbox = special(db, reader.id, "inbox")
        assert inbox.id is not None
        copy = Message(
            user_id=reader.id,
            folder_id=inbox.id,
            thread=message.thread,
            ref=message.ref,
            in_reply_to=message.in_reply_to,
            sender=user.email,
            sender_name=user.name,
            subject=message.subject,
            body=message.body,
            sent_at=message.sent_at,
            unread=True,
        )
        db.add(copy)
        db.flush()
        _add_parts(db, copy, outgoing, kinds=("to", "cc"))


def _new_ref(db: Session) -> str:
    while True:
        ref = secrets.token_hex(6)
        if db.exec(select(Message.id).where(Message.ref == ref)).first() is None:
            return ref


def _attached_again(db: Session, message: Message) -> list[NewFile]:
    """The files of a message, to go along with another."""
    files = db.exec(select(Attachment).where(Attachment.message_id == message.id)).all()
    return [
        NewFile(
            filename=file.filename,
            content_type=file.content_type,
            content=base64.b64encode(file.content).decode(),
        )
        for file in files
    ]


def _prefixed(prefix: str, subject: str) -> str:
    has_it = subject.lower().startswith(f"{prefix.lower()}:")
    return subject if has_it else f"{prefix}: {subject}"[:300]


def _forwarded(body: str, original: Message) -> str:
    who = f"{original.sender_name} <{original.sender}>" if original.sender_name else original.sender
    head = f"---------- Forwarded message ----------\nFrom: {who}\nSubject: {original.subject}\n"
    return f"{body}\n\n{head}\n{original.body}"[:LONGEST_BODY]


def _unique(addresses: Iterable[str], without: set[str]) -> list[str]:
    return [address for address in dict.fromkeys(addresses) if address not in without]
