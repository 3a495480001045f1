import random

import pytest

from mock_platform.world import World, slug


def test_the_same_seed_gives_the_same_world():
    first, second = (World(random.Random(7)) for _ in range(2))
    assert first.people(30) == second.people(30)
    assert first.firm() == second.firm()


def test_no_two_people_share_a_name_or_an_address():
    people = World(random.Random(1)).people(400)
    assert len({person.name for person in people}) == 400
    assert len({person.email for person in people}) == 400
    assert all(person.email.endswith(".example") for person in people)


def test_people_of_a_firm_have_its_domain_and_names_can_be_fixed():
    world = World(random.Random(3))
    firm = world.firm("design")
    one, other = world.person(firm, last="Marlowe"), world.person(last="Marlowe")
    assert one.email.endswith(f"@{firm.domain}")
    assert one.last == other.last
    assert one.first != other.first


def test_an_unknown_trade_names_the_known_ones():
    with pytest.raises(ValueError, match="consulting"):
        World(random.Random(3)).firm("piracy")


def test_slugs_are_plain():
    assert slug("Hallström & Söhne") == "hallstrom-sohne"


def test_a_world_that_is_used_up_says_so():
    world = World(random.Random(3))
    world.person(first="Ada", last="Quill")
    with pytest.raises(ValueError, match="no further Ada Quill"):
        world.person(first="Ada", last="Quill")
    with pytest.raises(ValueError, match="no further firm in finance"):
        [world.firm("finance") for _ in range(100)]


def test_a_cast_knows_each_other():
    cast = World(random.Random(5)).cast()
    assert cast.staff[0] == cast.owner
    assert {person.firm for person in cast.staff} == {cast.firm}
    assert len({person.firm for person in cast.clients} | {cast.firm}) == 3
    assert {person.firm for person in cast.friends} == {None}
