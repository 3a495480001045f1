"""The terms: the numbers that the rules use and that the help page prints."""

from typing import Final, Literal

type Role = Literal["owner", "editor", "analyst"]
type Right = Literal["view", "publish", "moderate", "settings"]
type Visibility = Literal["public", "followers", "only_me"]
type Reason = Literal["spam", "off_topic", "insult", "private_data", "other"]

ROLES: Final[dict[Role, tuple[Right, ...]]] = {
    "owner": ("view", "publish", "moderate", "settings"),
    "editor": ("view", "publish", "moderate"),
    "analyst": ("view",),
}
"""What members of an account may do."""

RIGHTS: Final[dict[Right, str]] = {
    "view": "see drafts, the comment queue, campaigns and analytics",
    "publish": "write, schedule, pin and delete posts, run campaigns, and act as the account: "
    "like, repost, comment and follow",
    "moderate": "decide on comments and follow requests, and block accounts",
    "settings": "change the profile, its privacy, its members and its keyword rules",
}

VISIBILITIES: Final[dict[Visibility, str]] = {
    "public": "Everybody",
    "followers": "Followers",
    "only_me": "Only its members",
}

REASONS: Final[dict[Reason, str]] = {
    "spam": "Spam or advertising",
    "off_topic": "Nothing to do with the post",
    "insult": "Insult or hate",
    "private_data": "Private data of somebody",
    "other": "Another reason, given in words",
}
"""Why a comment is reported, hidden or deleted; `other` needs a note."""

LONGEST_POST: Final = 600
LONGEST_COMMENT: Final = 300
"""Characters."""

EDIT_HOURS: Final = 24
"""How long after going out a post can be changed."""

MOST_PINS: Final = 3
"""Pinned posts of an account."""

MOST_MEDIA: Final = 4
"""Files of a post."""

LARGEST_MEDIA: Final = 2_000_000
"""Bytes of a file."""

SHORTEST_ALT: Final = 5
"""Characters of the text that describes an image."""

MEDIA_TYPES: Final[dict[str, tuple[str, ...]]] = {
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
    "image/gif": (".gif",),
    "application/pdf": (".pdf",),
}
"""What can be uploaded: kind → how its name ends."""

MOST_TAGS: Final = 8
"""Hashtags in a post."""

SOONEST_MINUTES: Final = 5
"""A post is scheduled at least this far ahead."""

LATEST_DAYS: Final = 180
"""…and at most this far."""

POSTS_AN_HOUR: Final = 6
"""Posts of an account that go out within any 60 minutes."""

COMMENT_MINUTES: Final = 10
COMMENTS_IN_WINDOW: Final = 8
"""Comments that an account can write within `COMMENT_MINUTES`."""

NEW_ACCOUNT_DAYS: Final = 14
"""Comments of accounts younger than this are held."""

REPORTS_TO_HOLD: Final = 3
"""Open reports, by different accounts, that put a comment back into the queue."""

ASK_AGAIN_DAYS: Final = 7
"""How long after a declined follow request the same account can ask again."""

MOST_RULES: Final = 50
"""Keyword rules of an account."""

BEST_POST_IMPRESSIONS: Final = 100
"""What a post needs within the period to be its best post."""

DEFAULT_DAYS: Final = 28
"""The period of the analytics, in days up to yesterday, where none is chosen."""

LONGEST_PERIOD: Final = 366
"""Days of a period."""
