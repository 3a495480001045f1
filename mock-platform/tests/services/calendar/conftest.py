"""A firm of four with two rooms, and a running Almanac."""

import pytest

from mock_platform.kit import get_service

ZONE = "Europe/Dublin"


def event(number, title, starts, ends, **values):
    return {
        "id": number,
        "code": f"ALM-AAAA{number:02}",
        "calendar_id": 1,
        "organiser_id": 1,
        "title": title,
        "starts_at": f"{starts} {ZONE}",
        "ends_at": f"{ends} {ZONE}",
        "zone": ZONE,
        "created_at": "-20d",
    } | values


def attendee(number, event_id, user_id, email, **values):
    name = email.split("@")[0].title()
    return {
        "id": number,
        "event_id": event_id,
        "user_id": user_id,
        "email": email,
        "name": name,
    } | values


def user(number, name, password, **values):
    email = f"{name.split()[0].lower()}@pier.example"
    return {"id": number, "email": email, "name": name, "password": password, "zone": ZONE} | values


SEED = {
    "users": [
        user(1, "Ada Quill", "plum", job="Head of projects"),
        user(2, "Bruno Vance", "fig"),
        user(3, "Celia Stroud", "pear", work_days="mon,tue,wed", work_from="10:00"),
        user(4, "Dario Falk", "kiwi", zone="America/New_York"),
    ],
    "calendars": [
        {"id": 1, "user_id": 1, "name": "Work", "is_default": True},
        {"id": 2, "user_id": 1, "name": "Home", "colour": "green"},
        {"id": 3, "user_id": 2, "name": "Work", "is_default": True},
        {"id": 4, "user_id": 3, "name": "Work", "is_default": True},
        {"id": 5, "user_id": 4, "name": "Work", "is_default": True},
    ],
    "shares": [
        {"id": 1, "calendar_id": 3, "user_id": 1, "level": "read"},
        {"id": 2, "calendar_id": 4, "user_id": 1, "level": "busy"},
        {"id": 3, "calendar_id": 1, "user_id": 3, "level": "write"},
    ],
    "rooms": [
        {"id": 1, "slug": "gull", "name": "Gull", "capacity": 3, "zone": ZONE}
        | {"equipment": "screen, whiteboard", "longest_minutes": 120, "ahead_days": 40},
        {"id": 2, "slug": "heron", "name": "Heron", "capacity": 12, "zone": ZONE}
        | {"equipment": "screen, video link", "open_days": "mon,tue,wed,thu,fri,sat,sun"}
        | {"opens": "00:00", "closes": "23:59"},
    ],
    "events": [
        event(1, "Budget 100% review", "+1d 09:00", "+1d 10:00", text="Bring the _figures_."),
        event(
            2,
            "Stand-up",
            "-14d 09:00",
            "-14d 09:15",
            frequency="daily",
            place="Lobby",
        ),
        event(3, "Dentist", "+2d 15:00", "+2d 16:00", calendar_id=2, private=True),
        event(4, "Bruno's lunch", "+1d 12:00", "+1d 13:00", calendar_id=3, organiser_id=2),
        event(
            5,
            "Bruno's secret",
            "+1d 14:00",
            "+1d 15:00",
            calendar_id=3,
            organiser_id=2,
            private=True,
        ),
        event(6, "Celia's call", "+1d 16:00", "+1d 17:00", calendar_id=4, organiser_id=3),
        event(7, "Holiday", "+5d 00:00", "+7d 00:00", all_day=True, calendar_id=2),
        event(8, "Dario's own", "+1d 18:00", "+1d 19:00", calendar_id=5, organiser_id=4),
        event(9, "Old talk", "-30d 10:00", "-30d 11:00", status="cancelled"),
    ],
    "exceptions": [],
    "attendees": [
        attendee(1, 1, 2, "bruno@pier.example"),
        attendee(2, 1, None, "mira@calder.example"),
        attendee(3, 4, 1, "ada@pier.example", reply="accepted"),
        attendee(4, 2, 2, "bruno@pier.example", reply="accepted"),
    ],
    "changes": [{"id": 1, "event_id": 1, "user_id": 1, "at": "-20d", "action": "created"}],
}


@pytest.fixture
def live(share):
    return share(get_service("calendar"), SEED).reset()


@pytest.fixture
def firm():
    return SEED


@pytest.fixture
def ada(live):
    return live.login("ada@pier.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@pier.example", "fig")


@pytest.fixture
def celia(live):
    return live.login("celia@pier.example", "pear")


@pytest.fixture
def dario(live):
    return live.login("dario@pier.example", "kiwi")


@pytest.fixture
def browser(live):
    return live.browser("ada@pier.example", "plum")


@pytest.fixture
def refusal():
    """The message of an answer that must be a refusal."""

    def message(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return message


@pytest.fixture
def day():
    """`day(3)` is in three days; `day(0, "mon")` the first Monday from today on, in Dublin."""
    from datetime import timedelta
    from zoneinfo import ZoneInfo

    from mock_platform.kit.clock import now
    from mock_platform.services.calendar.policy import WEEKDAYS

    def count(days, weekday=None):
        found = now().astimezone(ZoneInfo(ZONE)).date() + timedelta(days=days)
        while weekday is not None and WEEKDAYS[found.weekday()] != weekday:
            found += timedelta(days=1)
        return found

    return count
