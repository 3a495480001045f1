"""The calendar's terms: the numbers that the rules use and that the help page prints."""

from typing import Final, Literal

type Frequency = Literal["none", "daily", "weekly", "monthly"]
type Reply = Literal["pending", "accepted", "tentative", "declined"]
type Level = Literal["busy", "read", "write"]
type Scope = Literal["all", "one", "following"]
type ShownAs = Literal["busy", "free"]
type Colour = Literal["violet", "blue", "green", "orange", "red", "teal", "pink", "grey"]

WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY_NAMES: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
COLOURS: Final[tuple[Colour, ...]] = (
    "violet",
    "blue",
    "green",
    "orange",
    "red",
    "teal",
    "pink",
    "grey",
)
LEVELS: Final[dict[Level, str]] = {
    "busy": "sees when you are busy, nothing else",
    "read": "sees all events but the private ones, of which only the time",
    "write": "sees, adds, changes and cancels all events",
}
SCOPES: Final[dict[Scope, str]] = {
    "one": "Only this occurrence",
    "following": "This and all following",
    "all": "The whole series",
}

FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2100
LONGEST_EVENT_DAYS: Final = 31
LONGEST_COUNT: Final = 366
"""The most occurrences that a series with a count may have."""
LONGEST_INTERVAL: Final = 52
CHECKED_OCCURRENCES: Final = 8
"""How many coming occurrences of a series are checked for conflicts and working hours."""
LARGEST_WINDOW_DAYS: Final = 62
"""The longest stretch of days that can be listed at once."""
MOST_PEOPLE: Final = 20
"""How many people's times can be compared at once."""
SLOT_STEP_MINUTES: Final = 30
MOST_SLOTS: Final = 20
LONGEST_REMINDER_MINUTES: Final = 28 * 24 * 60
REMINDED_DAYS: Final = 14
"""How far ahead the list of reminders looks."""
