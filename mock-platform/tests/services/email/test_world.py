"""The generated mailbox is valid seed data, crowded, and the same for the same seed."""

import json
import random

from mock_platform.kit import get_service
from mock_platform.kit.seed import check_seed
from mock_platform.services.email.world import Mail, Mailbox
from mock_platform.world import World


def tables(seed, extra=()):
    world = World(random.Random(seed))
    firm = world.firm("consulting")
    box = Mailbox(world, world.person(firm), "plum")
    box.background([*world.people(4, firm), *world.people(3, world.firm("design"))])
    for mail in extra:
        box.thread(mail(box))
    return box.tables()


def test_it_is_valid_seed_data(tmp_path):
    path = tmp_path / "email.json"
    path.write_text(json.dumps(tables(1)))
    check_seed(get_service("email"), path)


def test_it_is_crowded_and_no_two_mails_read_the_same():
    for seed in range(5):
        found = tables(seed)
        inbox = [m for m in found["messages"] if m["folder_id"] == 1]
        assert 40 <= len(inbox) <= 120
        bodies = [(m["sender"], m["subject"], m["body"]) for m in found["messages"]]
        assert len(set(bodies)) >= len(bodies) - 2
        assert not [m for m in found["messages"] if "{" in m["body"] + m["subject"]]


def test_the_same_seed_gives_the_same_mailbox():
    assert tables(7) == tables(7)
    assert tables(7) != tables(8)


def test_identifiers_follow_time_also_for_a_scenarios_own_mails():
    def special(box):
        return Mail(box.owner, [box.owner], "Special", "Text", days=12, at="12:00")

    messages = tables(3, [special])["messages"]
    moments = [int(m["sent_at"].split("d")[0]) for m in messages]
    assert moments == sorted(moments)
    assert 1 < next(m["id"] for m in messages if m["subject"] == "Special") < len(messages)
