"""Channels, who is in them, and direct conversations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.chat import policy
from mock_platform.services.chat.models import Channel, Member, Mention, Message, User
from mock_platform.services.chat.operations import access

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,59}")


@dataclass(frozen=True)
class Shown:
    """A channel as its user sees it; `people` are the others of a direct conversation."""

    channel: Channel
    joined: bool
    muted: bool
    unread: int
    mentions: int
    members: int
    people: Sequence[User]

    @property
    def label(self) -> str:
        return ", ".join(p.name for p in self.people) if self.people else f"#{self.channel.name}"


@operation
def list_channels(db: Session, user: User, all_public: bool = False) -> list[Shown]:
    """The channels that a user is in, by name, direct conversations last; or all they may see."""
    visible = select(Channel).where(col(Channel.id).in_(access.visible_channels(user)))
    if not all_public:
        joined = select(Member.channel_id).where(Member.user_id == user.id)
        visible = visible.where(col(Channel.id).in_(joined))
    found = db.exec(visible.order_by(col(Channel.name))).all()
    return sorted(_shown(db, user, found), key=lambda s: (s.channel.kind == "direct", s.label))


@operation
def view_channel(db: Session, user: User, channel_id: int) -> Shown:
    return _shown(db, user, [access.seen_channel(db, user, channel_id)])[0]


@operation
def list_members(db: Session, user: User, channel_id: int) -> list[User]:
    access.seen_channel(db, user, channel_id)
    joined = select(User).join(Member).where(Member.channel_id == channel_id)
    return list(db.exec(joined.order_by(col(User.name))))


@operation
def create_channel(
    db: Session, user: User, name: str, private: bool = False, purpose: str = ""
) -> Channel:
    if user.role == "guest":
        raise Forbidden("Guests make no channels.")
    name = name.strip().lower().removeprefix("#")
    if not _NAME.fullmatch(name) or name.startswith("direct-"):
        message = "A name has 2 to 60 small letters, digits and hyphens."
        raise Invalid(message, fields={"name": message})
    if db.exec(select(Channel).where(Channel.name == name)).first():
        raise Refused("There is a channel of that name already.")
    kind = "private" if private else "public"
    channel = Channel.model_validate(
        {
            "name": name,
            "kind": kind,
            "purpose": purpose,
            "created_by": user.id,
            "created_at": now(),
        }
    )
    db.add(channel)
    db.flush()
    _join(db, channel, user)
    return channel


@operation
def set_topic(db: Session, user: User, channel_id: int, topic: str) -> Channel:
    channel = access.joined_channel(db, user, channel_id)
    if channel.kind == "direct":
        raise Refused("A direct conversation has no topic.")
    if len(topic) > 250:
        raise Invalid("A topic has at most 250 characters.", fields={"topic": "too long"})
    channel.topic = topic.strip()
    db.flush()
    return channel


@operation
def archive_channel(db: Session, user: User, channel_id: int, archived: bool = True) -> Channel:
    """Close a channel for writing, or open it again: its maker and admins may."""
    channel = access.seen_channel(db, user, channel_id)
    if channel.kind == "direct":
        raise Refused("A direct conversation cannot be archived.")
    if user.role != "admin" and channel.created_by != user.id:
        raise Forbidden("Only who made the channel, or an admin, may do that.")
    channel.archived = archived
    db.flush()
    return channel


@operation
def join_channel(db: Session, user: User, channel_id: int) -> Member:
    channel = access.seen_channel(db, user, channel_id)
    if access.membership(db, user, channel_id):
        raise Refused("You are in this channel already.")
    if channel.archived:
        raise Refused("This channel is archived.")
    return _join(db, channel, user)


@operation
def leave_channel(db: Session, user: User, channel_id: int) -> None:
    channel = access.seen_channel(db, user, channel_id)
    member = access.membership(db, user, channel_id)
    if member is None:
        raise Refused("You are not in this channel.")
    if channel.kind == "direct":
        raise Refused("A direct conversation cannot be left.")
    db.delete(member)


@operation
def invite_to_channel(db: Session, user: User, channel_id: int, user_id: int) -> Member:
    """Anybody in a channel may bring somebody in."""
    channel = access.joined_channel(db, user, channel_id)
    if channel.kind == "direct":
        raise Refused("Begin a new conversation with all of you instead.")
    other = db.get(User, user_id)
    if other is None:
        raise NotFound("There is no such person.")
    if access.membership(db, other, channel_id):
        raise Refused("They are in this channel already.")
    return _join(db, channel, other)


@operation
def remove_member(db: Session, user: User, channel_id: int, user_id: int) -> None:
    """Put somebody out of a channel: its maker and admins may."""
    channel = access.joined_channel(db, user, channel_id)
    if channel.kind == "direct":
        raise Refused("Nobody can be put out of a direct conversation.")
    if user.role != "admin" and channel.created_by != user.id:
        raise Forbidden("Only who made the channel, or an admin, may do that.")
    member = db.get(Member, (channel_id, user_id))
    if member is None:
        raise NotFound("They are not in this channel.")
    db.delete(member)


@operation
def mute_channel(db: Session, user: User, channel_id: int, muted: bool) -> Member:
    access.seen_channel(db, user, channel_id)
    member = access.membership(db, user, channel_id)
    if member is None:
        raise Refused("You are not in this channel.")
    member.muted = muted
    db.flush()
    return member


@operation
def mark_read(db: Session, user: User, channel_id: int) -> None:
    """Everything that is in the channel now counts as seen."""
    access.seen_channel(db, user, channel_id)
    member = access.membership(db, user, channel_id)
    if member is not None:
        newest = select(func.max(Message.id)).where(Message.channel_id == channel_id)
        member.last_read = db.exec(newest).one() or 0
        db.flush()


@operation
def open_direct(db: Session, user: User, user_ids: Sequence[int]) -> Channel:
    """The direct conversation with these people, made if there is none."""
    everybody = sorted({access.id_of(user), *user_ids})
    if not 2 <= len(everybody) <= policy.MOST_IN_GROUP:
        raise Refused(f"A direct conversation has 2 to {policy.MOST_IN_GROUP} people.")
    people = db.exec(select(User).where(col(User.id).in_(everybody))).all()
    if len(people) != len(everybody):
        raise NotFound("There is no such person.")
    name = "direct-" + "-".join(map(str, everybody))
    found = db.exec(select(Channel).where(Channel.name == name)).first()
    if found is not None:
        return found
    channel = Channel(name=name, kind="direct", created_by=access.id_of(user), created_at=now())
    db.add(channel)
    db.flush()
    for person in people:
        _join(db, channel, person)
    return channel


def _join(db: Session, channel: Channel, user: User) -> Member:
    """What was said before does not count as unread."""
    channel_id = access.id_of(channel)
    newest = db.exec(select(func.max(Message.id)).where(Message.channel_id == channel_id)).one()
    member = Member(
        channel_id=channel_id,
        user_id=access.id_of(user),
        joined_at=now(),
        last_read=newest or 0,
    )
    db.add(member)
    db.flush()
    return member


def _shown(db: Session, user: User, channels: Sequence[Channel]) -> list[Shown]:
    """The channels with their counts, in a few queries whatever their number."""
    ids = [channel.id for channel in channels]
    mine = {
        member.channel_id: member
        for member in db.exec(select(Member).where(Member.user_id == user.id))
    }
    sizes = dict(
        db.exec(
            select(Member.channel_id, func.count())
            .where(col(Member.channel_id).in_(ids))
            .group_by(col(Member.channel_id))
        ).all()
    )
    unread = dict(
        db.exec(
            select(Message.channel_id, func.count())
            .join(Member, col(Member.channel_id) == col(Message.channel_id))
            .where(
                Member.user_id == user.id,
                col(Member.channel_id).in_(ids),
                col(Message.id) > col(Member.last_read),
                Message.user_id != user.id,
                col(Message.deleted_at).is_(None),
            )
            .group_by(col(Message.channel_id))
        ).all()
    )
    mentions = dict(
        db.exec(
            select(Message.channel_id, func.count())
            .join(Mention, col(Mention.message_id) == col(Message.id))
            .join(Member, col(Member.channel_id) == col(Message.channel_id))
            .where(
                Mention.user_id == user.id,
                Member.user_id == user.id,
                col(Member.channel_id).in_(ids),
                col(Message.id) > col(Member.last_read),
                col(Message.deleted_at).is_(None),
            )
            .group_by(col(Message.channel_id))
        ).all()
    )
    people = _others(db, user, [c.id for c in channels if c.kind == "direct"])
    return [
        Shown(
            channel,
            joined=channel.id in mine,
            muted=channel.id in mine and mine[channel.id].muted,
            unread=unread.get(channel.id or 0, 0),
            mentions=mentions.get(channel.id or 0, 0),
            members=sizes.get(channel.id or 0, 0),
            people=people.get(channel.id or 0, []),
        )
        for channel in channels
    ]


def _others(db: Session, user: User, channels: Sequence[int | None]) -> dict[int, list[User]]:
    found: dict[int, list[User]] = {}
    rows = db.exec(
        select(Member.channel_id, User)
        .join(User)
        .where(col(Member.channel_id).in_(channels), Member.user_id != user.id)
        .order_by(col(User.name))
    )
    for channel_id, person in rows:
        found.setdefault(channel_id, []).append(person)
    return found
