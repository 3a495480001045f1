"""Writing, scheduling, publishing, changing and removing posts."""

from datetime import datetime, timedelta

from pydantic import AwareDatetime, BaseModel, Field
from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, RateLimited, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.social import policy
from mock_platform.services.social.models import (
    Campaign,
    Media,
    Notification,
    Post,
    Revision,
    User,
)
from mock_platform.services.social.operations import access, texts
from mock_platform.services.social.policy import Visibility

_HOUR = timedelta(hours=1)


class PostContent(BaseModel):
    """`media_ids` are files of the account that were uploaded before."""

    text: str = Field(max_length=policy.LONGEST_POST)
    visibility: Visibility = "public"
    campaign_id: int | None = None
    media_ids: list[int] = Field(default_factory=list, max_length=policy.MOST_MEDIA)


class PublishAt(BaseModel):
    publish_at: AwareDatetime


@operation
def create_post(db: Session, user: User, account_id: int, content: PostContent) -> Post:
    """Write a draft."""
    access.managed_account(db, user, account_id, "publish")
    post = Post(account_id=account_id, author_id=access.id_of(user), text="", created_at=now())
    db.add(post)
    _fill(db, post, content)
    return post


@operation
def edit_post(db: Session, user: User, post_id: int, content: PostContent) -> Post:
    """Change a draft or a scheduled post; or one that is out, for a while, keeping what it said."""
    post = access.managed_post(db, user, post_id)
    if access.live(post):
        assert post.publish_at is not None
        if post.publish_at < now() - timedelta(hours=policy.EDIT_HOURS):
            raise Refused(f"A post can be changed for {policy.EDIT_HOURS} hours.")
        if set(content.media_ids) != _media_ids(db, post):
            raise Refused("The files of a published post stay as they are.")
        if content.text.strip() != post.text:
            db.add(
                Revision(
                    post_id=post_id,
                    text=post.text,
                    replaced_by=access.id_of(user),
                    replaced_at=now(),
                )
            )
            post.edited_at = now()
    if post.pinned_at and content.visibility == "only_me":
        raise Refused("A pinned post is seen by followers at least; unpin it first.")
    _fill(db, post, content)
    return post


@operation
def publish_post(db: Session, user: User, post_id: int) -> Post:
    """Let a draft or a scheduled post out now."""
    post = _unpublished(db, user, post_id)
    _ready(db, post)
    recent = _in_hour(db, post, now())
    if len(recent) >= policy.POSTS_AN_HOUR:
        free = recent[-policy.POSTS_AN_HOUR] + _HOUR
        raise RateLimited(max(1, int((free - now()).total_seconds())))
    post.state, post.publish_at = "published", now()
    db.flush()
    texts.index_post(db, post)
    return post


@operation
def schedule_post(db: Session, user: User, post_id: int, at: PublishAt) -> Post:
    """Let a draft out later, or move a scheduled post."""
    post = _unpublished(db, user, post_id)
    _ready(db, post)
    moment = at.publish_at
    if moment < now() + timedelta(minutes=policy.SOONEST_MINUTES):
        raise _wrong_time(f"A post is scheduled {policy.SOONEST_MINUTES} minutes ahead at least.")
    if moment > now() + timedelta(days=policy.LATEST_DAYS):
        raise _wrong_time(f"A post is scheduled {policy.LATEST_DAYS} days ahead at most.")
    if len(_in_hour(db, post, moment)) >= policy.POSTS_AN_HOUR:
        most = policy.POSTS_AN_HOUR
        raise Refused(f"At most {most} posts go out within an hour; that one is full.")
    post.state, post.publish_at = "scheduled", moment.replace(microsecond=0)
    db.flush()
    texts.index_post(db, post)
    return post


@operation
def unschedule_post(db: Session, user: User, post_id: int) -> Post:
    """Make a scheduled post a draft again, before it is out."""
    post = access.managed_post(db, user, post_id)
    if access.state_of(post) != "scheduled":
        raise Refused("This post is not waiting for its time.")
    post.state, post.publish_at = "draft", None
    db.flush()
    texts.index_post(db, post)
    return post


@operation
def delete_post(db: Session, user: User, post_id: int) -> None:
    """Take a post away, whatever its state; nobody sees it any more."""
    post = access.managed_post(db, user, post_id)
    post.state, post.deleted_at, post.pinned_at = "deleted", now(), None
    for row in db.exec(select(Notification).where(Notification.post_id == post_id)):
        db.delete(row)
    db.flush()


@operation
def pin_post(db: Session, user: User, post_id: int) -> Post:
    """Show it first on the account's profile."""
    post = access.managed_post(db, user, post_id)
    if not access.live(post):
        raise Refused("Only published posts can be pinned.")
    if post.visibility == "only_me":
        raise Refused("A post that only members see cannot be pinned.")
    if post.pinned_at:
        raise Refused("This post is pinned already.")
    pinned = select(func.count()).where(
        Post.account_id == post.account_id, col(Post.pinned_at).is_not(None)
    )
    if db.exec(pinned).one() >= policy.MOST_PINS:
        raise Refused(f"An account has at most {policy.MOST_PINS} pinned posts.")
    post.pinned_at = now()
    db.flush()
    return post


@operation
def unpin_post(db: Session, user: User, post_id: int) -> Post:
    post = access.managed_post(db, user, post_id)
    if post.pinned_at is None:
        raise NotFound("This post is not pinned.")
    post.pinned_at = None
    db.flush()
    return post


@operation
def list_revisions(db: Session, user: User, post_id: int) -> list[Revision]:
    """What a post said before, oldest first; for whoever may read the post."""
    access.readable_post(db, user, post_id)
    kept = select(Revision).where(Revision.post_id == post_id)
    return list(db.exec(kept.order_by(col(Revision.id))))


def _fill(db: Session, post: Post, content: PostContent) -> None:
    post.text = texts.checked(content.text, policy.LONGEST_POST, "A post")
    post.visibility = content.visibility
    if content.campaign_id is not None:
        campaign = db.get(Campaign, content.campaign_id)
        if campaign is None or campaign.account_id != post.account_id:
            raise Invalid("There is no such campaign.", fields={"campaign_id": "unknown"})
    post.campaign_id = content.campaign_id
    db.flush()
    _attach(db, post, content.media_ids)
    texts.index_post(db, post)


def _attach(db: Session, post: Post, wanted: list[int]) -> None:
    current = _media_ids(db, post)
    for number in sorted(current | set(wanted)):
        file = db.get(Media, number)
        usable = file is not None and file.account_id == post.account_id
        if file is None or not usable or file.post_id not in (None, post.id):
            raise Invalid(f"There is no free file {number}.", fields={"media_ids": "unknown"})
        file.post_id = post.id if number in wanted else None
    db.flush()


def _media_ids(db: Session, post: Post) -> set[int]:
    found = db.exec(select(Media.id).where(Media.post_id == post.id)).all()
    return {number for number in found if number is not None}


def _unpublished(db: Session, user: User, post_id: int) -> Post:
    post = access.managed_post(db, user, post_id)
    if access.live(post):
        raise Refused("This post is published already.")
    return post


def _ready(db: Session, post: Post) -> None:
    """Images without a description keep a post from going out."""
    lacking = select(Media.filename).where(
        Media.post_id == post.id,
        col(Media.media_type).startswith("image/"),
        func.length(func.trim(Media.alt)) < policy.SHORTEST_ALT,
    )
    names = ", ".join(db.exec(lacking))
    if names:
        raise Refused(f"Describe these images first: {names}.")


def _in_hour(db: Session, post: Post, until: datetime) -> list[datetime]:
    """When the account's other posts go out in the hour up to a moment, oldest first."""
    others = select(Post.publish_at).where(
        Post.account_id == post.account_id,
        Post.id != post.id,
        col(Post.publish_at) > until - _HOUR,
        col(Post.publish_at) <= until,
    )
    return [at for at in db.exec(others.order_by(col(Post.publish_at))) if at is not None]


def _wrong_time(message: str) -> Invalid:
    return Invalid(message, fields={"publish_at": message})
