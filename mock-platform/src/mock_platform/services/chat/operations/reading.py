"""Looking at messages: a channel, a thread, a search, mentions, pins."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time

from pydantic import BaseModel, Field
from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from mock_platform.kit import NotFound
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.chat.models import (
    Channel,
    FileLink,
    Mention,
    Message,
    Pin,
    Reaction,
    Revision,
    SavedMessage,
    User,
)
from mock_platform.services.chat.operations import access


class Query(BaseModel):
    """All conditions hold together; `before` is exclusive, `after` inclusive, in UTC days."""

    q: str = Field(default="", max_length=200)
    channel_id: int | None = None
    sender_id: int | None = None
    after: date | None = None
    before: date | None = None
    has_link: bool = False
    pinned: bool = False


@dataclass(frozen=True)
class Post:
    """A message with what is shown around it; `reactions` are name → who."""

    message: Message
    author: User
    channel: Channel
    links: Sequence[FileLink]
    reactions: dict[str, list[str]] = field(default_factory=dict)
    replies: int = 0
    pinned: bool = False
    saved: bool = False


@operation
def list_messages(db: Session, user: User, channel_id: int, page: int, size: int) -> Paged[Post]:
    """A channel's messages, newest first; answers are in their threads."""
    access.seen_channel(db, user, channel_id)
    wanted = select(Message).where(
        Message.channel_id == channel_id, col(Message.thread_id).is_(None)
    )
    return _page(db, user, wanted.order_by(col(Message.id).desc()), page, size)


@operation
def view_thread(db: Session, user: User, message_id: int) -> list[Post]:
    """A message and the answers to it, oldest first; also where the message itself is deleted."""
    root = db.get(Message, message_id)
    if root is None or root.thread_id is not None:
        raise NotFound("There is no such thread.")
    try:
        access.seen_channel(db, user, root.channel_id)
    except NotFound:
        raise NotFound("There is no such thread.") from None
    answers = db.exec(
        select(Message).where(Message.thread_id == message_id).order_by(col(Message.id))
    ).all()
    return posts(db, user, [root, *answers])


@operation
def search_messages(db: Session, user: User, query: Query, page: int, size: int) -> Paged[Post]:
    """Messages of the channels that a user may read, newest first."""
    wanted = select(Message).where(col(Message.deleted_at).is_(None))
    if query.channel_id is not None:
        found = access.seen_channel(db, user, query.channel_id)
        wanted = wanted.where(Message.channel_id == found.id)
    else:
        wanted = wanted.where(col(Message.channel_id).in_(access.visible_channels(user)))
    for word in query.q.split()[:10]:
        wanted = wanted.where(col(Message.text).contains(word, autoescape=True))
    if query.sender_id is not None:
        wanted = wanted.where(Message.user_id == query.sender_id)
    if query.after:
        wanted = wanted.where(col(Message.sent_at) >= _midnight(query.after))
    if query.before:
        wanted = wanted.where(col(Message.sent_at) < _midnight(query.before))
    if query.has_link:
        linked = col(Message.id).in_(select(FileLink.message_id))
        wanted = wanted.where(or_(linked, col(Message.text).contains("http")))
    if query.pinned:
        wanted = wanted.where(col(Message.id).in_(select(Pin.message_id)))
    return _page(db, user, wanted.order_by(col(Message.id).desc()), page, size)


@operation
def list_mentions(db: Session, user: User, page: int, size: int) -> Paged[Post]:
    """Where the user was called, newest first."""
    called = select(Mention.message_id).where(Mention.user_id == user.id)
    return _picked(db, user, called, page, size)


@operation
def list_saved(db: Session, user: User, page: int, size: int) -> Paged[Post]:
    saved = select(SavedMessage.message_id).where(SavedMessage.user_id == user.id)
    return _picked(db, user, saved, page, size)


@operation
def list_pins(db: Session, user: User, channel_id: int) -> list[Post]:
    """What is pinned in a channel, the last pinned first."""
    access.seen_channel(db, user, channel_id)
    pinned = select(Message).join(Pin).where(Pin.channel_id == channel_id)
    return posts(db, user, db.exec(pinned.order_by(col(Pin.pinned_at).desc())).all())


@operation
def list_revisions(db: Session, user: User, message_id: int) -> list[Revision]:
    """What a message said before, oldest first."""
    access.seen_message(db, user, message_id)
    kept = select(Revision).where(Revision.message_id == message_id)
    return list(db.exec(kept.order_by(col(Revision.id))))


def posts(db: Session, user: User, messages: Sequence[Message]) -> list[Post]:
    """The messages with what is shown around them, in a few queries whatever their number."""
    if not messages:
        return []
    ids = [message.id for message in messages]
    people = {u.id: u for u in db.exec(select(User))}
    channels = {
        c.id: c
        for c in db.exec(
            select(Channel).where(col(Channel.id).in_({m.channel_id for m in messages}))
        )
    }
    links: dict[int, list[FileLink]] = {}
    for link in db.exec(select(FileLink).where(col(FileLink.message_id).in_(ids))):
        links.setdefault(link.message_id, []).append(link)
    reactions: dict[int, dict[str, list[str]]] = {}
    for r in db.exec(
        select(Reaction).where(col(Reaction.message_id).in_(ids)).order_by(col(Reaction.id))
    ):
        reactions.setdefault(r.message_id, {}).setdefault(r.name, []).append(people[r.user_id].name)
    replies = dict(
        db.exec(
            select(Message.thread_id, func.count())
            .where(col(Message.thread_id).in_(ids), col(Message.deleted_at).is_(None))
            .group_by(col(Message.thread_id))
        ).all()
    )
    pinned = set(db.exec(select(Pin.message_id).where(col(Pin.message_id).in_(ids))))
    mine = select(SavedMessage.message_id).where(SavedMessage.user_id == user.id)
    saved = set(db.exec(mine.where(col(SavedMessage.message_id).in_(ids))))
    return [
        Post(
            m,
            people[m.user_id],
            channels[m.channel_id],
            links.get(m.id or 0, []),
            reactions.get(m.id or 0, {}),
            replies.get(m.id, 0),
            m.id in pinned,
            m.id in saved,
        )
        for m in messages
    ]


def _picked(db: Session, user: User, ids: SelectOfScalar[int], page: int, size: int) -> Paged[Post]:
    """Those of the messages that the user may still read, newest first."""
    wanted = select(Message).where(
        col(Message.id).in_(ids),
        col(Message.deleted_at).is_(None),
        col(Message.channel_id).in_(access.visible_channels(user)),
    )
    return _page(db, user, wanted.order_by(col(Message.id).desc()), page, size)


def _page(
    db: Session, user: User, wanted: SelectOfScalar[Message], page: int, size: int
) -> Paged[Post]:
    found = paged(db, wanted, page, size)
    return Paged(posts(db, user, found.items), page, size, found.total)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)
