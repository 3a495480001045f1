"""The terms: the numbers that the rules use and that the help page prints."""

from datetime import date
from typing import Final, Literal

type Role = Literal["viewer", "editor"]
type Repeat = Literal["daily", "weekdays", "weekly", "monthly", "yearly"]

FIRST_DAY: Final = date(2000, 1, 1)
LAST_DAY: Final = date(2100, 12, 31)
"""A task is due between these days; a recurrence ends with the last that fits."""

MOST_LISTS: Final = 100
"""Lists that a user can own."""

MOST_TASKS: Final = 1000
"""Tasks that are not deleted in a list."""

MOST_SUBTASKS: Final = 50
"""Sub-tasks of a task; a sub-task has none of its own."""

MOST_LABELS: Final = 60
"""Labels that a user can have."""

TRASH_DAYS: Final = 30
"""How many days a deleted task can be brought back."""

SOON_DAYS: Final = 7
"""How many days ahead "Upcoming" looks."""

ROLES: Final[dict[Role, str]] = {
    "viewer": "may look and comment",
    "editor": "may also add, change, complete and delete tasks",
}
"""What somebody may do in a list that is shared with them; all else is for its owner."""

PRIORITIES: Final[dict[int, str]] = {1: "Urgent", 2: "High", 3: "Normal", 4: "Low"}
"""Priority → its name; lists show 1 first."""

REPEATS: Final[dict[Repeat, str]] = {
    "daily": "day",
    "weekdays": "working day, Monday to Friday",
    "weekly": "week, on the same weekday",
    "monthly": "month, on the day it began with, or the month's last where it has no such day",
    "yearly": "year, on the date it began with, 29 February being the 28th in other years",
}
"""Rule → what a recurring task comes back each (or each second, third …)."""
