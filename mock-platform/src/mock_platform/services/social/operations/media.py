"""Files for posts, and the words that describe them."""

import base64
import binascii
from pathlib import PurePath
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.social import policy
from mock_platform.services.social.models import Media, Post, User
from mock_platform.services.social.operations import access

_SIGNS = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "application/pdf": (b"%PDF-",),
}


def _base64(text: str) -> str:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not base64") from None
    return text


class NewMedia(BaseModel):
    """`content` is base64; `alt` describes an image."""

    filename: str = Field(min_length=1, max_length=120)
    content: Annotated[str, AfterValidator(_base64)] = Field(max_length=policy.LARGEST_MEDIA * 2)
    alt: str = Field(default="", max_length=300)


@operation
def upload_media(db: Session, user: User, account_id: int, file: NewMedia) -> Media:
    """Keep a file, to be used in a post of the account."""
    access.managed_account(db, user, account_id, "publish")
    content = base64.b64decode(file.content)
    if not 1 <= len(content) <= policy.LARGEST_MEDIA:
        raise Invalid(f"A file has 1 to {policy.LARGEST_MEDIA} bytes.", fields={"content": "size"})
    kind = _kind(file.filename, content)
    media = Media(
        account_id=account_id,
        filename=file.filename,
        media_type=kind,
        alt=_described(kind, file.alt),
        content=content,
        size=len(content),
        uploaded_at=now(),
    )
    db.add(media)
    db.flush()
    return media


@operation
def describe_media(db: Session, user: User, media_id: int, alt: str) -> Media:
    """Change the words that describe a file; possible at any time."""
    media = _own(db, user, media_id)
    media.alt = _described(media.media_type, alt)
    db.flush()
    return media


@operation
def remove_media(db: Session, user: User, media_id: int) -> None:
    """Delete a file that no published post shows."""
    media = _own(db, user, media_id)
    post = db.get(Post, media.post_id) if media.post_id else None
    if post is not None and access.live(post):
        raise Refused("A published post shows this file.")
    db.delete(media)
    db.flush()


@operation
def list_media(db: Session, user: User, account_id: int) -> list[Media]:
    """The account's files that are in no post, newest first, without their content."""
    access.managed_account(db, user, account_id)
    free = select(Media).where(Media.account_id == account_id, col(Media.post_id).is_(None))
    content = defer(Media.content, raiseload=True)  # type: ignore[arg-type]
    return list(db.exec(free.order_by(col(Media.id).desc()).limit(50).options(content)))


@operation
def view_media(db: Session, user: User, media_id: int) -> Media:
    """A file with its content, for whoever may read its post, and for members."""
    media = db.get(Media, media_id)
    if media is None:
        raise NotFound("There is no such file.")
    if access.membership(db, user, media.account_id) is None:
        if media.post_id is None:
            raise NotFound("There is no such file.")
        access.readable_post(db, user, media.post_id)
    return media


def _own(db: Session, user: User, media_id: int) -> Media:
    media = db.get(Media, media_id)
    if media is None or access.membership(db, user, media.account_id) is None:
        raise NotFound("There is no such file.")
    access.managed_account(db, user, media.account_id, "publish")
    return media


def _kind(filename: str, content: bytes) -> str:
    """What the file is: its name and its first bytes have to agree."""
    ending = PurePath(filename).suffix.lower()
    for kind, endings in policy.MEDIA_TYPES.items():
        if ending in endings and content.startswith(_SIGNS[kind]):
            return kind
    known = ", ".join(e for endings in policy.MEDIA_TYPES.values() for e in endings)
    raise Invalid(f"Only real files of these kinds: {known}.", fields={"filename": "kind"})


def _described(kind: str, alt: str) -> str:
    alt = alt.strip()
    if kind.startswith("image/") and not policy.SHORTEST_ALT <= len(alt) <= 300:
        message = f"Describe the image in {policy.SHORTEST_ALT} to 300 characters."
        raise Invalid(message, fields={"alt": message})
    return alt[:300]
