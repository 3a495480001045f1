"""Times of day and days, in the hall's own zone."""

import os
from datetime import datetime, timezone

FORMAT = "%Y-%m-%dT%H:%M"


def now(zone: timezone) -> datetime:
    if given := os.environ.get("HALL_NOW"):
        return datetime.fromisoformat(given)
    return datetime.now(zone).replace(tzinfo=None)


def parse(text: str) -> datetime:
    """ValueError where it is no time."""
    return datetime.fromisoformat(text).replace(tzinfo=None)


def show(moment: datetime) -> str:
    return moment.strftime(FORMAT)
