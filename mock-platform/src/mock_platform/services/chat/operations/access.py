"""Who may see and do what."""

from typing import Any

from sqlmodel import Session, col, or_, select

from mock_platform.kit import Forbidden, NotFound, Refused
from mock_platform.services.chat.models import Channel, Member, Message, User


def id_of(row: User | Channel | Message) -> int:
    assert row.id is not None
    return row.id


def visible_channels(user: User) -> Any:
    """A select of the ids of the channels that a user may read."""
    joined = select(Member.channel_id).where(Member.user_id == user.id)
    if user.role == "guest":
        return joined
    return select(Channel.id).where(or_(Channel.kind == "public", col(Channel.id).in_(joined)))


def membership(db: Session, user: User, channel_id: int) -> Member | None:
    return db.get(Member, (channel_id, id_of(user)))


def seen_channel(db: Session, user: User, channel_id: int) -> Channel:
    found = db.get(Channel, channel_id)
    if found is not None:
        public = found.kind == "public" and user.role != "guest"
        if public or membership(db, user, channel_id):
            return found
    raise NotFound("There is no such channel.")


def joined_channel(db: Session, user: User, channel_id: int) -> Channel:
    """A channel that the user is in and that is not archived."""
    found = seen_channel(db, user, channel_id)
    if membership(db, user, channel_id) is None:
        raise Forbidden("Join the channel first.")
    if found.archived:
        raise Refused("This channel is archived.")
    return found


def seen_message(db: Session, user: User, message_id: int) -> Message:
    found = db.get(Message, message_id)
    if found is None or found.deleted_at is not None:
        raise NotFound("There is no such message.")
    try:
        seen_channel(db, user, found.channel_id)
    except NotFound:
        raise NotFound("There is no such message.") from None
    return found
