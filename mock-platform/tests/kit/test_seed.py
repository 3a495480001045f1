import json

import pytest
from sample import service

from mock_platform.kit.seed import SeedError, check_seed

USER = {"id": 1, "email": "nora@larder.example", "name": "Nora Quill", "password": "plum"}
JAR = {"id": 1, "user_id": 1, "label": "apricot", "price": "4.50"}


@pytest.fixture
def check(tmp_path):
    def run(data):
        path = tmp_path / "sample.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        check_seed(service, path)

    return run


def test_good_seed_data_passes(check):
    check({"users": [USER], "jars": [JAR, JAR | {"id": 2, "filled_at": "-2d 09:30"}]})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ('{"users": [}', "sample.json:1: "),
        ([], "expected an object"),
        ({"pots": []}, "no table 'pots'"),
        ({"users": USER}, "users: expected a list"),
        ({"users": [USER, {"id": 2}]}, "users: record 2: email"),
        ({"users": [USER], "jars": [JAR | {"price": "1.234"}]}, "jars: record 1: price"),
        ({"users": [USER], "jars": [JAR | {"price": "1e30"}]}, "jars: record 1: price"),
        ({"users": [USER], "jars": [JAR | {"colour": "red"}]}, "jars: record 1: colour"),
        ({"users": [USER], "jars": [JAR | {"filled_at": "soon"}]}, "jars: record 1: filled_at"),
        ({"users": [USER], "jars": [JAR | {"user_id": 9}]}, "FOREIGN KEY"),
        ({"users": [USER, USER | {"id": 2}]}, "UNIQUE"),
    ],
)
def test_wrong_seed_data_names_the_record(check, data, reason):
    with pytest.raises(SeedError) as error:
        check(data)
    assert reason in str(error.value)


def test_a_record_on_a_line_of_its_own_is_named_by_that_line(check):
    bad = json.dumps(JAR | {"price": "cheap"})
    text = f'{{\n"users": [\n{json.dumps(USER)}\n],\n"jars": [\n{json.dumps(JAR)},\n{bad}\n]\n}}\n'
    with pytest.raises(SeedError, match=r"sample\.json:7: jars: record 2: price"):
        check(text)


def test_passwords_are_kept_hashed(start):
    live = start(service, {"users": [USER], "jars": [JAR]})
    assert b"plum" not in live.runtime.database.path.read_bytes()
    assert b"scrypt$" in live.runtime.database.baseline.read_bytes()
