"""The JSON API."""

from datetime import date, datetime
from typing import Annotated

from fastapi import Depends
from fastapi import Query as Param
from pydantic import AwareDatetime, BaseModel, Field

from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.chat import operations as ops
from mock_platform.services.chat.models import Channel, ChannelKind, Message, User
from mock_platform.services.chat.policy import Presence, Role

router = api_router()
Me = Annotated[User, Depends(signed_in)]
SIGNED_IN = [bearer]


class PersonOut(BaseModel):
    id: int
    name: str
    handle: str
    email: str
    title: str
    role: Role
    presence: Presence
    status: str
    status_until: datetime | None

    @classmethod
    def of(cls, user: User) -> "PersonOut":
        values = user.model_dump() | {"status": ops.status_of(user)}
        return cls.model_validate({k: v for k, v in values.items() if k in cls.model_fields})


class ChannelOut(BaseModel):
    """`people` are the others of a direct conversation."""

    id: int
    name: str
    kind: ChannelKind
    topic: str
    purpose: str
    archived: bool
    joined: bool
    muted: bool
    unread: int
    mentions: int
    members: int
    people: list[str]

    @classmethod
    def of(cls, shown: ops.Shown) -> "ChannelOut":
        fields = ("joined", "muted", "unread", "mentions", "members")
        counts = {name: getattr(shown, name) for name in fields}
        values = shown.channel.model_dump(exclude={"created_by", "created_at"})
        return cls(**values, **counts, people=[person.name for person in shown.people])


class PostOut(BaseModel):
    """`reactions` are name → who."""

    id: int
    channel_id: int
    channel: str
    author_id: int
    author: str
    thread_id: int | None
    text: str
    sent_at: datetime
    edited_at: datetime | None
    deleted: bool
    links: list[ops.NamedLink]
    reactions: dict[str, list[str]]
    replies: int
    pinned: bool
    saved: bool

    @classmethod
    def of(cls, post: ops.Post) -> "PostOut":
        message = post.message
        return cls(
            **message.model_dump(exclude={"user_id", "deleted_at"}),
            channel=post.channel.name,
            author_id=message.user_id,
            author=post.author.name,
            deleted=message.deleted_at is not None,
            links=[ops.NamedLink(name=link.name, url=link.url) for link in post.links],
            reactions=post.reactions,
            replies=post.replies,
            pinned=post.pinned,
            saved=post.saved,
        )


class NewChannel(BaseModel):
    name: str = Field(min_length=2, max_length=60)
    private: bool = False
    purpose: str = Field(default="", max_length=250)


class Topic(BaseModel):
    topic: str = Field(max_length=250)


class Archived(BaseModel):
    archived: bool = True


class Muted(BaseModel):
    muted: bool


class Invited(BaseModel):
    user_id: int


class People(BaseModel):
    user_ids: list[int] = Field(min_length=1, max_length=20)


class NewMessage(BaseModel):
    text: str = Field(min_length=1, max_length=4000)
    thread_id: int | None = None
    links: list[ops.NamedLink] = Field(default_factory=list, max_length=20)


class Text(BaseModel):
    text: str = Field(min_length=1, max_length=4000)


class RevisionOut(BaseModel):
    text: str
    replaced_at: datetime


class Status(BaseModel):
    presence: Presence = "active"
    status: str = Field(default="", max_length=100)
    until: AwareDatetime | None = None


@router.get("/channels", tags=["channels"], dependencies=SIGNED_IN)
def list_channels(db: DB, me: Me, all_public: bool = False) -> list[ChannelOut]:
    """Those the user is in; with `all_public` also those they could join."""
    return [ChannelOut.of(shown) for shown in ops.list_channels(db, me, all_public)]


@router.post("/channels", tags=["channels"], status_code=201, dependencies=SIGNED_IN)
def create_channel(db: DB, me: Me, body: NewChannel) -> ChannelOut:
    return _channel(db, me, ops.create_channel(db, me, body.name, body.private, body.purpose))


@router.get("/channels/{channel_id}", tags=["channels"], dependencies=SIGNED_IN)
def view_channel(db: DB, me: Me, channel_id: int) -> ChannelOut:
    return ChannelOut.of(ops.view_channel(db, me, channel_id))


@router.put("/channels/{channel_id}/topic", tags=["channels"], dependencies=SIGNED_IN)
def set_topic(db: DB, me: Me, channel_id: int, body: Topic) -> ChannelOut:
    return _channel(db, me, ops.set_topic(db, me, channel_id, body.topic))


@router.put("/channels/{channel_id}/archived", tags=["channels"], dependencies=SIGNED_IN)
def archive_channel(db: DB, me: Me, channel_id: int, body: Archived) -> ChannelOut:
    """Close for writing, or open again."""
    return _channel(db, me, ops.archive_channel(db, me, channel_id, body.archived))


@router.post("/channels/{channel_id}/join", tags=["channels"], dependencies=SIGNED_IN)
def join_channel(db: DB, me: Me, channel_id: int) -> ChannelOut:
    ops.join_channel(db, me, channel_id)
    return ChannelOut.of(ops.view_channel(db, me, channel_id))


@router.post(
    "/channels/{channel_id}/leave", tags=["channels"], status_code=204, dependencies=SIGNED_IN
)
def leave_channel(db: DB, me: Me, channel_id: int) -> None:
    ops.leave_channel(db, me, channel_id)


@router.get("/channels/{channel_id}/members", tags=["channels"], dependencies=SIGNED_IN)
def list_members(db: DB, me: Me, channel_id: int) -> list[PersonOut]:
    return [PersonOut.of(person) for person in ops.list_members(db, me, channel_id)]


@router.post(
    "/channels/{channel_id}/members", tags=["channels"], status_code=201, dependencies=SIGNED_IN
)
def invite_to_channel(db: DB, me: Me, channel_id: int, body: Invited) -> ChannelOut:
    """Bring somebody in."""
    ops.invite_to_channel(db, me, channel_id, body.user_id)
    return ChannelOut.of(ops.view_channel(db, me, channel_id))


@router.delete(
    "/channels/{channel_id}/members/{user_id}",
    tags=["channels"],
    status_code=204,
    dependencies=SIGNED_IN,
)
def remove_member(db: DB, me: Me, channel_id: int, user_id: int) -> None:
    """Put somebody out."""
    ops.remove_member(db, me, channel_id, user_id)


@router.put("/channels/{channel_id}/muted", tags=["channels"], dependencies=SIGNED_IN)
def mute_channel(db: DB, me: Me, channel_id: int, body: Muted) -> ChannelOut:
    ops.mute_channel(db, me, channel_id, body.muted)
    return ChannelOut.of(ops.view_channel(db, me, channel_id))


@router.post(
    "/channels/{channel_id}/read", tags=["channels"], status_code=204, dependencies=SIGNED_IN
)
def mark_read(db: DB, me: Me, channel_id: int) -> None:
    """Count everything in the channel as seen."""
    ops.mark_read(db, me, channel_id)


@router.post("/direct", tags=["channels"], dependencies=SIGNED_IN)
def open_direct(db: DB, me: Me, body: People) -> ChannelOut:
    """The direct conversation with these people, made if there is none."""
    return _channel(db, me, ops.open_direct(db, me, body.user_ids))


@router.get("/channels/{channel_id}/messages", tags=["messages"], dependencies=SIGNED_IN)
def list_messages(
    db: DB, me: Me, channel_id: int, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[PostOut]:
    """Newest first, without the answers in threads."""
    found = ops.list_messages(db, me, channel_id, page, size)
    return PageOf[PostOut].of(found, [PostOut.of(post) for post in found.items])


@router.post(
    "/channels/{channel_id}/messages", tags=["messages"], status_code=201, dependencies=SIGNED_IN
)
def send_message(db: DB, me: Me, channel_id: int, body: NewMessage) -> PostOut:
    """With `thread_id` an answer; `@handle` and `@channel` call people."""
    sent = ops.send_message(db, me, channel_id, body.text, body.thread_id, body.links)
    return _post(db, me, sent)


@router.get("/channels/{channel_id}/pins", tags=["messages"], dependencies=SIGNED_IN)
def list_pins(db: DB, me: Me, channel_id: int) -> list[PostOut]:
    return [PostOut.of(post) for post in ops.list_pins(db, me, channel_id)]


@router.get("/messages", tags=["messages"], dependencies=SIGNED_IN)
def search_messages(
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=200)] = "",
    channel_id: int | None = None,
    sender_id: int | None = None,
    after: date | None = None,
    before: date | None = None,
    has_link: bool = False,
    pinned: bool = False,
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[PostOut]:
    """All words must occur; newest first, answers included."""
    query = ops.Query(
        q=q,
        channel_id=channel_id,
        sender_id=sender_id,
        after=after,
        before=before,
        has_link=has_link,
        pinned=pinned,
    )
    found = ops.search_messages(db, me, query, page, size)
    return PageOf[PostOut].of(found, [PostOut.of(post) for post in found.items])


@router.get("/messages/{message_id}/thread", tags=["messages"], dependencies=SIGNED_IN)
def view_thread(db: DB, me: Me, message_id: int) -> list[PostOut]:
    """A message and the answers to it, oldest first."""
    return [PostOut.of(post) for post in ops.view_thread(db, me, message_id)]


@router.patch("/messages/{message_id}", tags=["messages"], dependencies=SIGNED_IN)
def edit_message(db: DB, me: Me, message_id: int, body: Text) -> PostOut:
    return _post(db, me, ops.edit_message(db, me, message_id, body.text))


@router.delete("/messages/{message_id}", tags=["messages"], status_code=204, dependencies=SIGNED_IN)
def delete_message(db: DB, me: Me, message_id: int) -> None:
    ops.delete_message(db, me, message_id)


@router.get("/messages/{message_id}/revisions", tags=["messages"], dependencies=SIGNED_IN)
def list_revisions(db: DB, me: Me, message_id: int) -> list[RevisionOut]:
    """What it said before."""
    return [RevisionOut(**r.model_dump()) for r in ops.list_revisions(db, me, message_id)]


@router.put("/messages/{message_id}/reactions/{name}", tags=["messages"], dependencies=SIGNED_IN)
def add_reaction(db: DB, me: Me, message_id: int, name: str) -> PostOut:
    return _after(db, me, ops.add_reaction(db, me, message_id, name).message_id)


@router.delete(
    "/messages/{message_id}/reactions/{name}",
    tags=["messages"],
    status_code=204,
    dependencies=SIGNED_IN,
)
def remove_reaction(db: DB, me: Me, message_id: int, name: str) -> None:
    ops.remove_reaction(db, me, message_id, name)


@router.put("/messages/{message_id}/pin", tags=["messages"], dependencies=SIGNED_IN)
def pin_message(db: DB, me: Me, message_id: int) -> PostOut:
    return _after(db, me, ops.pin_message(db, me, message_id).message_id)


@router.delete(
    "/messages/{message_id}/pin", tags=["messages"], status_code=204, dependencies=SIGNED_IN
)
def unpin_message(db: DB, me: Me, message_id: int) -> None:
    ops.unpin_message(db, me, message_id)


@router.put("/messages/{message_id}/saved", tags=["messages"], dependencies=SIGNED_IN)
def save_message(db: DB, me: Me, message_id: int) -> PostOut:
    """Keep for oneself."""
    return _after(db, me, ops.save_message(db, me, message_id).message_id)


@router.delete(
    "/messages/{message_id}/saved", tags=["messages"], status_code=204, dependencies=SIGNED_IN
)
def unsave_message(db: DB, me: Me, message_id: int) -> None:
    ops.unsave_message(db, me, message_id)


@router.get("/mentions", tags=["messages"], dependencies=SIGNED_IN)
def list_mentions(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[PostOut]:
    """Where the user was called."""
    found = ops.list_mentions(db, me, page, size)
    return PageOf[PostOut].of(found, [PostOut.of(post) for post in found.items])


@router.get("/saved", tags=["messages"], dependencies=SIGNED_IN)
def list_saved(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[PostOut]:
    found = ops.list_saved(db, me, page, size)
    return PageOf[PostOut].of(found, [PostOut.of(post) for post in found.items])


@router.get("/people", tags=["people"], dependencies=SIGNED_IN)
def list_people(
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=100)] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[PersonOut]:
    found = ops.list_people(db, me, q, page, size)
    return PageOf[PersonOut].of(found, [PersonOut.of(person) for person in found.items])


@router.get("/people/{user_id}", tags=["people"], dependencies=SIGNED_IN)
def view_person(db: DB, me: Me, user_id: int) -> PersonOut:
    return PersonOut.of(ops.view_person(db, me, user_id))


@router.put("/status", tags=["people"], dependencies=SIGNED_IN)
def set_status(db: DB, me: Me, body: Status) -> PersonOut:
    return PersonOut.of(ops.set_status(db, me, body.presence, body.status, body.until))


def _channel(db: DB, me: User, channel: Channel) -> ChannelOut:
    return ChannelOut.of(ops.view_channel(db, me, channel.id or 0))


def _post(db: DB, me: User, message: Message) -> PostOut:
    return PostOut.of(ops.posts(db, me, [message])[0])


def _after(db: DB, me: User, changed: int) -> PostOut:
    message = db.get(Message, changed)
    assert message is not None
    return _post(db, me, message)
