"""The demo world is valid, and its people are the same in every service."""

import pytest

from mock_platform.demo import demo_cast, demo_tables, write_demo
from mock_platform.kit import get_service, service_names
from mock_platform.kit.seed import check_seed

each = pytest.mark.parametrize("name", service_names())


@each
def test_it_is_valid_seed_data_and_the_owner_can_sign_in(name, tmp_path):
    service = get_service(name)
    write_demo([service], 3, tmp_path)
    check_seed(service, tmp_path / f"{name}.json")
    owner = demo_cast(3).owner
    users = demo_tables(service, 3)["users"]
    assert [user["name"] for user in users if user["email"] == owner.email] == [owner.name]


@each
def test_the_same_seed_gives_the_same_tables(name):
    service = get_service(name)
    assert demo_tables(service, 5) == demo_tables(service, 5)
    assert demo_tables(service, 5) != demo_tables(service, 6)


@each
def test_there_is_something_to_look_at(name):
    tables = demo_tables(get_service(name), 1)
    filled = [table for table, rows in tables.items() if rows]
    assert len(filled) >= 3
    assert sum(map(len, tables.values())) >= 60
