"""What a post's words call: hashtags and accounts; and which words a rule finds in them."""

import re

from sqlmodel import Session, col, select

from mock_platform.kit import Invalid
from mock_platform.services.social import policy
from mock_platform.services.social.models import (
    Account,
    Mention,
    Notification,
    Post,
    PostTag,
)
from mock_platform.services.social.operations import access

TAG = re.compile(r"(?<![\w#&/])#([A-Za-z0-9_]{1,40})(?![\w])")
HANDLE = re.compile(r"(?<![\w@.&;#/])@([a-z][a-z0-9_]{1,29})(?![\w@])")


def tags_of(text: str) -> list[str]:
    """The hashtags in small letters, each once, in order."""
    return list(dict.fromkeys(tag.lower() for tag in TAG.findall(text)))


def handles_of(text: str) -> list[str]:
    return list(dict.fromkeys(HANDLE.findall(text)))


def checked(text: str, longest: int, what: str) -> str:
    text = text.strip()
    if not 1 <= len(text) <= longest:
        message = f"{what} has 1 to {longest} characters."
        raise Invalid(message, fields={"text": message})
    return text


def contains(text: str, phrase: str) -> bool:
    """Whether the words of the phrase stand in the text, whole and in order, in any case."""
    words = [re.escape(word) for word in phrase.split()]
    return bool(re.search(rf"(?<!\w){r'\s+'.join(words)}(?!\w)", text, re.IGNORECASE))


def index_post(db: Session, post: Post) -> None:
    """Note the hashtags and mentions of a post's text, and tell those who are mentioned."""
    tags = tags_of(post.text)
    if len(tags) > policy.MOST_TAGS:
        raise Invalid(f"A post has at most {policy.MOST_TAGS} hashtags.")
    number = access.id_of(post)
    old_tags = {t.tag: t for t in db.exec(select(PostTag).where(PostTag.post_id == number))}
    for tag in tags:
        if tag not in old_tags:
            db.add(PostTag(post_id=number, tag=tag))
    for tag, row in old_tags.items():
        if tag not in tags:
            db.delete(row)
    _index_mentions(db, post, number)
    db.flush()


def _index_mentions(db: Session, post: Post, number: int) -> None:
    named = db.exec(select(Account.id).where(col(Account.handle).in_(handles_of(post.text)))).all()
    wanted = {account for account in named if account is not None and account != post.account_id}
    old = {m.account_id: m for m in db.exec(select(Mention).where(Mention.post_id == number))}
    for account in sorted(wanted - old.keys()):
        db.add(Mention(post_id=number, account_id=account))
    for account in sorted(old.keys() - wanted):
        db.delete(old[account])
    tell_mentioned(db, post, wanted)


def tell_mentioned(db: Session, post: Post, accounts: set[int]) -> None:
    """Make the notifications agree with who is mentioned, from when the post goes out."""
    told = {
        n.account_id: n
        for n in db.exec(
            select(Notification).where(
                Notification.post_id == post.id, col(Notification.kind) == "mention"
            )
        )
    }
    due = {a for a in accounts if not access.are_apart(db, post.account_id, a)}
    if post.publish_at is None or post.visibility == "only_me":
        due = set()
    for account, row in told.items():
        if account not in due:
            db.delete(row)
        elif post.publish_at is not None and row.at != post.publish_at:
            row.at = post.publish_at
    for account in sorted(due - told.keys()):
        assert post.publish_at is not None
        db.add(
            Notification(
                account_id=account,
                kind="mention",
                actor_id=post.account_id,
                post_id=post.id,
                at=post.publish_at,
            )
        )
