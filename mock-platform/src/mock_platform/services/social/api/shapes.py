"""What the API answers."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import BaseModel

from mock_platform.services.social import operations as ops
from mock_platform.services.social.models import Account, Campaign, Comment, Media, Notification
from mock_platform.services.social.models.graph import FollowState, Measure, NotificationKind
from mock_platform.services.social.models.people import AccountKind, CommentMode, RuleKind
from mock_platform.services.social.models.talk import CommentState
from mock_platform.services.social.policy import Reason, Role, Visibility


class AccountOut(BaseModel):
    id: int
    handle: str
    name: str
    kind: AccountKind
    bio: str
    website: str
    private: bool
    comment_mode: CommentMode
    created_at: datetime

    @classmethod
    def of(cls, account: Account) -> "AccountOut":
        return cls(**account.model_dump())


class ProfileOut(AccountOut):
    """`follow` is how the account that one acts as stands to this one."""

    followers: int
    following: int
    follow: FollowState | None
    blocked: bool
    role: Role | None

    @classmethod
    def seen(cls, profile: ops.Profile) -> "ProfileOut":
        around = {k: v for k, v in vars(profile).items() if k != "account"}
        return cls(**profile.account.model_dump(), **around)


class ManagedOut(AccountOut):
    role: Role
    unread: int
    acting: bool


class MemberOut(BaseModel):
    user_id: int
    name: str
    email: str
    role: Role
    since: datetime


class MediaOut(BaseModel):
    id: int
    filename: str
    media_type: str
    alt: str
    size: int

    @classmethod
    def of(cls, media: Media) -> "MediaOut":
        return cls(**{name: getattr(media, name) for name in cls.model_fields})


class PostOut(BaseModel):
    """`reposted_by` is whose repost put it into the feed."""

    id: int
    account_id: int
    handle: str
    text: str
    state: str
    visibility: Visibility
    campaign_id: int | None
    created_at: datetime
    publish_at: datetime | None
    edited_at: datetime | None
    pinned: bool
    media: list[MediaOut]
    likes: int
    reposts: int
    comments: int
    liked: bool
    reposted: bool
    reposted_by: str | None

    @classmethod
    def of(cls, shown: ops.Shown) -> "PostOut":
        post, by = shown.post, shown.reposted_by
        counts = ("likes", "reposts", "comments", "liked", "reposted", "state")
        kept = ("id", "account_id", "text", "visibility", "created_at", "publish_at", "edited_at")
        return cls(
            **{name: getattr(post, name) for name in kept},
            **{name: getattr(shown, name) for name in counts},
            campaign_id=post.campaign_id if shown.member else None,
            handle=shown.account.handle,
            pinned=post.pinned_at is not None,
            media=[MediaOut.of(file) for file in shown.media],
            reposted_by=by.handle if by else None,
        )


class RevisionOut(BaseModel):
    text: str
    replaced_at: datetime


class CommentOut(BaseModel):
    """`answers` are one level deep."""

    id: int
    post_id: int
    account_id: int
    handle: str
    parent_id: int | None
    text: str
    state: CommentState
    at: datetime
    answers: list["CommentOut"] = []

    @classmethod
    def of(cls, said: ops.Said) -> "CommentOut":
        kept = ("id", "post_id", "account_id", "parent_id", "text", "state", "at")
        return cls(
            **{name: getattr(said.comment, name) for name in kept},
            handle=said.account.handle,
            answers=[cls.of(answer) for answer in said.answers],
        )


class WrittenOut(BaseModel):
    """A comment as who wrote it sees it."""

    id: int
    post_id: int
    account_id: int
    parent_id: int | None
    text: str
    state: CommentState
    at: datetime

    @classmethod
    def of(cls, comment: Comment) -> "WrittenOut":
        return cls(**{name: getattr(comment, name) for name in cls.model_fields})


class DecidedOut(WrittenOut):
    """A comment as a moderator sees it."""

    held_because: str
    decided_at: datetime | None
    reason: Reason | None
    note: str

    @classmethod
    def of(cls, comment: Comment) -> "DecidedOut":
        return cls(**{name: getattr(comment, name) for name in cls.model_fields})


class ReportOut(BaseModel):
    id: int
    comment_id: int
    account_id: int
    reason: Reason
    note: str
    at: datetime


class QueuedOut(BaseModel):
    comment: DecidedOut
    handle: str
    post_text: str
    reports: list[ReportOut]

    @classmethod
    def of(cls, queued: ops.Queued) -> "QueuedOut":
        return cls(
            comment=DecidedOut.of(queued.comment),
            handle=queued.account.handle,
            post_text=queued.post.text,
            reports=[ReportOut(**report.model_dump()) for report in queued.reports],
        )


class RuleOut(BaseModel):
    id: int
    phrase: str
    kind: RuleKind


class FollowOut(BaseModel):
    follower_id: int
    followed_id: int
    state: FollowState
    asked_at: datetime
    decided_at: datetime | None


class RequestOut(BaseModel):
    account: AccountOut
    asked_at: datetime


class TotalsOut(BaseModel):
    """`engagement_rate` in percent."""

    impressions: int
    clicks: int
    likes: int
    comments: int
    engagements: int
    engagement_rate: Decimal

    @classmethod
    def of(cls, totals: object) -> "TotalsOut":
        return cls(**{name: getattr(totals, name) for name in cls.model_fields})


class DayOut(TotalsOut):
    day: date


class PostTotalsOut(TotalsOut):
    post_id: int
    text: str

    @classmethod
    def counted(cls, item: ops.PostTotals) -> "PostTotalsOut":
        sums = TotalsOut.of(item.totals).model_dump()
        return cls(**sums, post_id=item.post.id or 0, text=item.post.text)


class GrowthOut(BaseModel):
    start: int
    end: int
    change: int
    rate: Decimal


class AnalyticsOut(BaseModel):
    since: date
    until: date
    totals: TotalsOut
    days: list[DayOut]
    best: PostTotalsOut | None
    growth: GrowthOut | None

    @classmethod
    def of(cls, found: ops.Analytics) -> "AnalyticsOut":
        growth, names = found.growth, GrowthOut.model_fields
        return cls(
            since=found.since,
            until=found.until,
            totals=TotalsOut.of(found.totals),
            days=[DayOut(day=day, **TotalsOut.of(t).model_dump()) for day, t in found.days],
            best=PostTotalsOut.counted(found.best) if found.best else None,
            growth=GrowthOut(**{n: getattr(growth, n) for n in names}) if growth else None,
        )


class FigureOut(BaseModel):
    day: date
    impressions: int
    clicks: int
    likes: int
    comments: int


class FollowersOut(BaseModel):
    day: date
    followers: int


class CampaignOut(BaseModel):
    """`reached` counts what its posts got of `measure` within its period."""

    id: int
    account_id: int
    name: str
    starts: date
    ends: date
    measure: Measure
    goal: int
    hashtag: str
    budget_note: str
    state: str
    posts: int
    reached: int

    @classmethod
    def of(cls, progress: ops.Progress) -> "CampaignOut":
        campaign: Campaign = progress.campaign
        around = ("state", "posts", "reached")
        return cls(**campaign.model_dump(), **{name: getattr(progress, name) for name in around})


class NotificationOut(BaseModel):
    id: int
    kind: NotificationKind
    actor: str
    post_id: int | None
    comment_id: int | None
    at: datetime
    read: bool

    @classmethod
    def of(cls, row: Notification, actor: Account) -> "NotificationOut":
        return cls(**row.model_dump(exclude={"account_id", "actor_id"}), actor=actor.handle)


class TagOut(BaseModel):
    tag: str
    posts: int
