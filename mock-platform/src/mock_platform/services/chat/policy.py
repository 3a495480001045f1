"""The terms: the numbers that the rules use and that the help page prints."""

from typing import Final, Literal

type Role = Literal["admin", "member", "guest"]
type Presence = Literal["active", "away", "busy"]

LONGEST_TEXT: Final = 4000
"""Characters of a message."""

EDIT_MINUTES: Final = 30
"""How long after sending a message its author can change its words."""

MOST_PINS: Final = 20
"""Pinned messages of a channel."""

MOST_IN_GROUP: Final = 8
"""People in a direct conversation, oneself included."""

MOST_LINKS: Final = 10
"""Files that can be linked to a message."""

MENTION_ALL_UP_TO: Final = 30
"""Only admins may write @channel in a channel with more people than this."""

ROLES: Final[dict[Role, str]] = {
    "admin": "may also archive channels and delete anybody's messages",
    "member": "may see and join every public channel and make channels",
    "guest": "sees only the channels they were invited to, and makes none",
}
"""What people may do."""

REACTIONS: Final[dict[str, str]] = {
    "thumbs_up": "+1",
    "thumbs_down": "−1",
    "check": "✓",
    "eyes": "seen",
    "heart": "♥",
    "laugh": "ha",
    "question": "?",
    "party": "hooray",
}
"""Name of a reaction → how it looks."""
