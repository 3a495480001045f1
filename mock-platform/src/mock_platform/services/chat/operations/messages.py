"""Sending, changing and removing messages, and what is put on them."""

import re
from collections.abc import Sequence
from datetime import timedelta

from pydantic import BaseModel, Field
from sqlmodel import Session, col, func, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.chat import policy
from mock_platform.services.chat.models import (
    Channel,
    FileLink,
    Member,
    Mention,
    Message,
    Pin,
    Reaction,
    Revision,
    SavedMessage,
    User,
)
from mock_platform.services.chat.operations import access

_MENTION = re.compile(r"(?<![\w@.])@([a-z][a-z0-9.-]*[a-z0-9])")
_EVERYBODY = "channel"


class NamedLink(BaseModel):
    name: str = Field(min_length=1, max_length=120)
    url: str = Field(min_length=8, max_length=500, pattern=r"^https?://\S+$")


@operation
def send_message(
    db: Session,
    user: User,
    channel_id: int,
    text: str,
    thread_id: int | None = None,
    links: Sequence[NamedLink] = (),
) -> Message:
    """Say something in a channel, or with `thread_id` in answer to one of its messages."""
    channel = access.joined_channel(db, user, channel_id)
    text = _checked(text)
    if len(links) > policy.MOST_LINKS:
        raise Refused(f"A message links to at most {policy.MOST_LINKS} files.")
    if thread_id is not None:
        root = access.seen_message(db, user, thread_id)
        if root.channel_id != channel_id:
            raise NotFound("There is no such message in this channel.")
        thread_id = root.thread_id or thread_id
    message = Message(
        channel_id=channel_id,
        user_id=access.id_of(user),
        thread_id=thread_id,
        text=text,
        sent_at=now(),
    )
    db.add(message)
    db.flush()
    for link in links:
        db.add(FileLink(message_id=access.id_of(message), name=link.name, url=link.url))
    _mention(db, user, channel, message)
    own = access.membership(db, user, channel_id)
    assert own is not None
    own.last_read = access.id_of(message)
    db.flush()
    return message


@operation
def edit_message(db: Session, user: User, message_id: int, text: str) -> Message:
    """Authors may change their words for a while; what they were is kept."""
    message = _own(db, user, message_id)
    if message.sent_at < now() - timedelta(minutes=policy.EDIT_MINUTES):
        raise Refused(f"A message can be changed for {policy.EDIT_MINUTES} minutes.")
    text = _checked(text)
    channel = access.joined_channel(db, user, message.channel_id)
    if text != message.text:
        _keep(db, message)
        message.text, message.edited_at = text, now()
        for mention in db.exec(select(Mention).where(Mention.message_id == message_id)):
            db.delete(mention)
        db.flush()
        _mention(db, user, channel, message)
    db.flush()
    return message


@operation
def delete_message(db: Session, user: User, message_id: int) -> None:
    """Its author and admins may; answers to it stay."""
    message = access.seen_message(db, user, message_id)
    if message.user_id != user.id and user.role != "admin":
        raise Forbidden("Only its author, or an admin, may delete a message.")
    access.joined_channel(db, user, message.channel_id)
    _keep(db, message)
    message.text, message.deleted_at = "", now()
    for model in (FileLink, Mention, Reaction, Pin, SavedMessage):
        for row in db.exec(select(model).where(model.message_id == message_id)).all():
            db.delete(row)
    db.flush()


@operation
def add_reaction(db: Session, user: User, message_id: int, name: str) -> Reaction:
    message = access.seen_message(db, user, message_id)
    access.joined_channel(db, user, message.channel_id)
    if name not in policy.REACTIONS:
        known = ", ".join(policy.REACTIONS)
        raise Invalid(f"There is no reaction {name!r}; there are: {known}.")
    if _reaction(db, user, message_id, name):
        raise Refused("You have put that on the message already.")
    reaction = Reaction(message_id=message_id, user_id=access.id_of(user), name=name)
    db.add(reaction)
    db.flush()
    return reaction


@operation
def remove_reaction(db: Session, user: User, message_id: int, name: str) -> None:
    message = access.seen_message(db, user, message_id)
    access.joined_channel(db, user, message.channel_id)
    reaction = _reaction(db, user, message_id, name)
    if reaction is None:
        raise NotFound("You have not put that on the message.")
    db.delete(reaction)


@operation
def pin_message(db: Session, user: User, message_id: int) -> Pin:
    message = access.seen_message(db, user, message_id)
    access.joined_channel(db, user, message.channel_id)
    if db.get(Pin, message_id):
        raise Refused("This message is pinned already.")
    pinned = select(func.count()).where(Pin.channel_id == message.channel_id)
    if db.exec(pinned).one() >= policy.MOST_PINS:
        raise Refused(f"A channel has at most {policy.MOST_PINS} pins.")
    pin = Pin(
        message_id=message_id,
        channel_id=message.channel_id,
        user_id=access.id_of(user),
        pinned_at=now(),
    )
    db.add(pin)
    db.flush()
    return pin


@operation
def unpin_message(db: Session, user: User, message_id: int) -> None:
    message = access.seen_message(db, user, message_id)
    access.joined_channel(db, user, message.channel_id)
    pin = db.get(Pin, message_id)
    if pin is None:
        raise NotFound("This message is not pinned.")
    db.delete(pin)


@operation
def save_message(db: Session, user: User, message_id: int) -> SavedMessage:
    access.seen_message(db, user, message_id)
    if db.get(SavedMessage, (user.id, message_id)):
        raise Refused("You have saved this message already.")
    saved = SavedMessage(user_id=access.id_of(user), message_id=message_id, saved_at=now())
    db.add(saved)
    db.flush()
    return saved


@operation
def unsave_message(db: Session, user: User, message_id: int) -> None:
    saved = db.get(SavedMessage, (user.id, message_id))
    if saved is None:
        raise NotFound("You have not saved this message.")
    db.delete(saved)


def _checked(text: str) -> str:
    text = text.strip()
    if not 1 <= len(text) <= policy.LONGEST_TEXT:
        message = f"A message has 1 to {policy.LONGEST_TEXT} characters."
        raise Invalid(message, fields={"text": message})
    return text


def _own(db: Session, user: User, message_id: int) -> Message:
    message = access.seen_message(db, user, message_id)
    if message.user_id != user.id:
        raise Forbidden("Only its author may change a message.")
    return message


def _keep(db: Session, message: Message) -> None:
    db.add(Revision(message_id=access.id_of(message), text=message.text, replaced_at=now()))


def _mention(db: Session, user: User, channel: Channel, message: Message) -> None:
    """Note who is called by the text: people in the channel, by handle or all together."""
    handles = set(_MENTION.findall(message.text.lower()))
    if not handles:
        return
    joined = db.exec(select(User).join(Member).where(Member.channel_id == channel.id)).all()
    everybody = _EVERYBODY in handles
    if everybody and len(joined) > policy.MENTION_ALL_UP_TO and user.role != "admin":
        most = policy.MENTION_ALL_UP_TO
        raise Refused(f"Only admins may call a channel of more than {most} people.")
    for person in joined:
        named = person.handle in handles
        if person.id != user.id and (named or everybody):
            mention = Mention(
                message_id=access.id_of(message), user_id=access.id_of(person), all=not named
            )
            db.add(mention)


def _reaction(db: Session, user: User, message_id: int, name: str) -> Reaction | None:
    return db.exec(
        select(Reaction).where(
            Reaction.message_id == message_id,
            Reaction.user_id == user.id,
            col(Reaction.name) == name,
        )
    ).first()
