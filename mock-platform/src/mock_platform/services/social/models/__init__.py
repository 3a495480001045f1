"""The tables; seed data and the verifier read the same classes."""

from mock_platform.services.social.models.graph import Block, Campaign, Follow, Notification
from mock_platform.services.social.models.people import (
    Account,
    FollowerCount,
    KeywordRule,
    Member,
    User,
)
from mock_platform.services.social.models.posts import (
    Figure,
    Like,
    Media,
    Mention,
    Post,
    PostTag,
    Repost,
    Revision,
)
from mock_platform.services.social.models.talk import Comment, Report

__all__ = [
    "Account",
    "Block",
    "Campaign",
    "Comment",
    "Figure",
    "Follow",
    "FollowerCount",
    "KeywordRule",
    "Like",
    "Media",
    "Member",
    "Mention",
    "Notification",
    "Post",
    "PostTag",
    "Report",
    "Repost",
    "Revision",
    "User",
]
