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
        ({"users": [USER], "jars": [JAR | {"user_id": 9}]}, "refers to a record of users"),
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


@pytest.mark.parametrize(("indent", "lines"), [(None, 5 * [1]), (1, [15, 16, 24, 25, 30])])
def test_every_mistake_is_named_with_its_line(check, indent, lines):
    bad = {"id": "x", "user_id": 1, "label": "fig"}
    jars = [JAR | {"price": "cheap", "colour": "red"}, JAR, bad]
    with pytest.raises(SeedError) as error:
        check(json.dumps({"users": [USER], "jars": jars, "pots": []}, indent=indent))
    found = error.value.mistakes
    assert [mistake.line for mistake in found] == lines
    assert {m.message.split(": ")[1] for m in found} >= {"record 1", "record 3"}
    assert any("no table 'pots'" in m.message for m in found)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"user_id": 9}, "refers to a record of users"),
        ({"id": 1}, "UNIQUE"),
        ({"id": 10**30}, "too large"),
        ({"label": "\ud800"}, "surrogate"),
    ],
)
def test_a_record_that_cannot_be_stored_is_named_with_its_line(check, changes, reason):
    jars = [JAR, *(JAR | {"id": n} for n in (2, 3)), JAR | {"id": 4} | changes, JAR | {"id": 5}]
    with pytest.raises(SeedError) as error:
        check(json.dumps({"users": [USER], "jars": jars}, indent=1))
    (mistake,) = error.value.mistakes
    assert mistake.message.startswith("jars: record 4: ")
    assert reason in mistake.message
    assert mistake.line == 11 + 6 * 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (9999 * "[", ":1: nested too deeply"),
        ('{\n"users": [\n{"id": ' + 5000 * "9" + "}]}", "digits"),
        ('{"users": [],\n"users": []}', ":2: 'users' is given twice"),
        ('{"jars": [\n{"id": 1,\n"id": 2}]}', ":3: 'id' is given twice"),
        (json.dumps({"jars": [JAR | {"filled_at": "+99999999999999d"}]}), "jars: record 1"),
    ],
)
def test_odd_documents_are_refused(check, text, reason):
    with pytest.raises(SeedError) as error:
        check(text)
    assert reason in str(error.value)


def test_a_long_list_of_mistakes_is_cut_short(check):
    with pytest.raises(SeedError) as error:
        check({"users": [USER], "jars": [JAR | {"price": "cheap"}] * 5000})
    assert len(error.value.mistakes) == 5000
    assert str(error.value).endswith("\n… and 4980 more")


def test_passwords_are_kept_hashed(start):
    live = start(service, {"users": [USER], "jars": [JAR]})
    assert b"plum" not in live.runtime.database.path.read_bytes()
    assert b"scrypt$" in live.runtime.database.baseline.read_bytes()


def test_a_record_may_refer_to_a_later_one_of_its_table(tmp_path):
    from mock_platform.kit.service import get_service

    people = [
        {"id": 1, "email": "ada@x.example", "name": "Ada", "manager_id": 2},
        {"id": 2, "email": "bo@x.example", "name": "Bo"},
    ]
    path = tmp_path / "expense.json"
    path.write_text(json.dumps({"users": people}))
    check_seed(get_service("expense"), path)
    path.write_text(json.dumps({"users": people[:1]}))
    with pytest.raises(SeedError, match="users: record 1: it refers to a record of users"):
        check_seed(get_service("expense"), path)
