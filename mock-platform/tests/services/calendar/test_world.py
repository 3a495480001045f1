"""The generated calendars are valid seed data, crowded, and the same for the same seed."""

import itertools
import json
import random
from datetime import timedelta

import pytest
from sqlmodel import select

from mock_platform.kit import get_service
from mock_platform.kit.clock import now
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.calendar.models import Room, User
from mock_platform.services.calendar.operations import Window, list_events
from mock_platform.services.calendar.operations.availability import bookings
from mock_platform.services.calendar.world import demo
from mock_platform.world import World


def tables(seed):
    world = World(random.Random(seed))
    return demo(world, world.cast())


@pytest.fixture
def session(tmp_path):
    path = tmp_path / "calendar.json"
    path.write_text(json.dumps(tables(1)))
    database = Database(get_service("calendar"), tmp_path)
    database.create()
    store_seed(database, load_seed(path, get_service("calendar")), path)
    with database.session() as session:
        yield session
    database.close()


def test_it_is_crowded_and_no_room_is_taken_twice(session):
    owner = session.get_one(User, 1)
    first = now().date()
    window = Window(first=first, last=first + timedelta(days=13))
    entries = list_events(session, owner, window)
    assert len(entries) >= 30
    assert {entry.role for entry in entries} >= {"organiser", "invited"}
    for room in session.exec(select(Room)):
        taken = bookings(session, room, now() - timedelta(days=60), now() + timedelta(days=60))
        for one, other in itertools.pairwise(taken):
            assert one.ends_at <= other.starts_at
        assert all(one.ends_at - one.starts_at <= timedelta(hours=5) for one in taken)


def test_the_same_seed_gives_the_same_calendars():
    assert tables(7) == tables(7)
    assert tables(7) != tables(8)
    assert len(tables(3)["events"]) > 80
    assert not [e for e in tables(4)["events"] if "{" in e["title"] + e["text"]]
