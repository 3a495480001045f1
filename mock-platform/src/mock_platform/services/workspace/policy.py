"""The terms: the numbers that the rules use and that the help page prints."""

from typing import Final, Literal

type Role = Literal["viewer", "editor", "admin"]
type FieldKind = Literal["text", "number", "date", "select", "checkbox", "person", "link"]
type PageKind = Literal["note", "brief", "template"]

MOST_DEPTH: Final = 6
"""How many pages can lie below each other."""

LONGEST_BODY: Final = 50_000
"""Characters of a page."""

MOST_FIELDS: Final = 30
"""Fields of a database."""

MOST_OPTIONS: Final = 40
"""Options of a select field."""

TRASH_DAYS: Final = 30
"""How many days a deleted page or record can be brought back."""

ROLES: Final[dict[Role, str]] = {
    "viewer": "may read and comment",
    "editor": "may also write pages and records",
    "admin": "may also say who is in the space, change the fields of its databases, and see pages "
    "that are restricted",
}
"""What somebody may do in a space."""

FIELD_KINDS: Final[dict[FieldKind, str]] = {
    "text": "any text of one line",
    "number": "a number, with a point for decimals",
    "date": "a day like 2026-03-31",
    "select": "one of the field's options",
    "checkbox": "yes or no",
    "person": "somebody of the space, by e-mail address",
    "link": "an address that begins with http:// or https://",
}
"""What a field of a database can hold."""

PLACEHOLDERS: Final[dict[str, str]] = {
    "{today}": "the day on which the page is made",
    "{me}": "the name of whoever makes it",
    "{title}": "the new page's title",
}
"""What is filled in when a page is made from a template."""
