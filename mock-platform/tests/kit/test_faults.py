"""Faults as data, and what they do to a running service."""

from contextlib import ExitStack
from datetime import timedelta

import pytest
from sample import service

from mock_platform.kit.clock import current
from mock_platform.kit.faults import FaultError, load_faults
from mock_platform.kit.operation import argument_names
from mock_platform.kit.service import get_service, service_names
from mock_platform.verify.state import open_state

SEED = {
    "users": [{"id": 1, "email": "nora@larder.example", "name": "Nora Quill", "password": "plum"}],
    "jars": [{"id": 1, "user_id": 1, "label": "apricot", "price": "4.50"}],
}

HEAD = '[[fault]]\nid = "f"\nfactor = "C2"\nservice = "sample"\n'


def fault(**values):
    head = HEAD.replace("C2", "C1") if values["effect"] == '"change"' else HEAD
    return head + "".join(f"{name} = {text}\n" for name, text in values.items())


@pytest.fixture
def shelf(start):
    def run(faults):
        live = start(service, SEED, faults)
        client = live.login("nora@larder.example", "plum")
        fill = lambda label="fig", price="2": client.post(  # noqa: E731
            "/api/jars", json={"label": label, "price": price}
        )
        labels = lambda: [jar["label"] for jar in client.get("/api/jars").json()]  # noqa: E731
        return live, fill, labels

    return run


def fired(live):
    with ExitStack() as stack:
        return open_state("sample", live.data_dir, stack).fired("f")


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setattr("mock_platform.verify.state.get_service", lambda name: service)


def test_a_dropped_write_reports_success_once(shelf):
    live, fill, labels = shelf(fault(on='"fill_jar"', effect='"drop"'))
    assert fill().status_code == 201
    assert labels() == ["apricot"]
    assert fired(live) == 1
    assert fill().status_code == 201
    assert labels() == ["apricot", "fig"]
    assert fired(live) == 1


def test_a_refused_call_does_not_use_up_the_fault(shelf):
    live, fill, labels = shelf(fault(on='"fill_jar"', effect='"drop"'))
    assert fill("quince").status_code == 409
    assert fired(live) == 0
    fill()
    assert labels() == ["apricot"]


def test_pages_and_api_meet_the_same_fault(shelf):
    live, _, labels = shelf(fault(on='"fill_jar"', effect='"drop"'))
    browser = live.browser("nora@larder.example", "plum")
    assert "Filled jar #2." in browser.post("/jars", data={"label": "fig", "price": "2"}).text
    assert labels() == ["apricot"]


def test_a_fault_on_several_operations_fires_on_the_first_of_them(shelf):
    live, fill, labels = shelf(fault(on='["fill_jar", "empty_jar"]', effect='"drop"'))
    fill("fig"), fill("plum")
    assert labels() == ["apricot", "plum"]
    assert fired(live) == 1


def test_a_precondition_on_arguments_is_waited_for(shelf):
    _live, fill, labels = shelf(fault(on='"fill_jar"', effect='"drop"', when='{ label = "plum" }'))
    fill("fig"), fill("plum"), fill("plum")
    assert labels() == ["apricot", "fig", "plum"]


def test_a_precondition_on_rows_is_waited_for(shelf):
    rows = '{ table = "jars", where = { label = "plum" } }'
    live, fill, labels = shelf(fault(on='"fill_jar"', effect='"drop"', rows=rows))
    fill("fig")
    assert fired(live) == 0
    fill("plum")
    assert labels() == ["apricot", "fig"]


def test_a_wrong_field_is_stored_and_the_answer_keeps_quiet(shelf):
    values = {"on": '"fill_jar"', "effect": '"wrong_field"', "table": '"jars"'}
    _live, fill, labels = shelf(fault(**values, set='{ label = "turnip" }', nth="2"))
    fill("fig")
    assert fill("plum").json()["label"] == "plum"
    assert labels() == ["apricot", "fig", "turnip"]


def test_a_partial_write_loses_rows(shelf):
    live, fill, labels = shelf(fault(on='"fill_jar"', effect='"partial"', table='"jars"'))
    assert fill().status_code == 201
    assert labels() == ["apricot"]
    assert fired(live) == 1


def test_a_change_is_somebody_elses_and_is_logged_as_theirs(shelf):
    values = {"on": '"list_jars"', "effect": '"change"', "table": '"jars"'}
    live, _fill, labels = shelf(
        fault(**values, where="{ id = 1 }", set='{ price = "9.90" }', actor='"the grocer"')
    )
    assert labels() == ["apricot"]
    with ExitStack() as stack:
        state = open_state("sample", live.data_dir, stack)
        (event,) = state.events("jars")
        (change,) = state.changes("jars")
        assert (event.actor, event.surface) == ("the grocer", "world")
        assert event.changes == {"price": ["4.50", "9.90"]}
        assert state.by_the_world(change)


def test_a_change_that_finds_nothing_has_not_fired(shelf):
    values = {"on": '"list_jars"', "effect": '"change"', "table": '"jars"'}
    live, _, labels = shelf(fault(**values, where="{ id = 99 }", delete="true"))
    labels()
    assert fired(live) == 0


def test_a_change_comes_when_its_time_has_come(shelf):
    values = {"effect": '"change"', "table": '"jars"', "where": "{ id = 1 }", "delete": "true"}
    live, _, labels = shelf(fault(**values, at='"+10m"'))
    assert labels() == ["apricot"]
    current().advance(timedelta(minutes=10))
    assert labels() == []
    assert labels() == []
    assert fired(live) == 1


@pytest.mark.parametrize("bound", ["at_most = 3", 'equals = "3.00"'])
def test_a_change_comes_when_a_value_is_reached(shelf, bound):
    values = {"effect": '"change"', "table": '"jars"', "where": "{ id = 1 }", "delete": "true"}
    reached = f'{{ table = "jars", where = {{ label = "fig" }}, field = "price", {bound} }}'
    live, fill, labels = shelf(fault(**values, reached=reached))
    fill("fig", "3.10")
    assert labels() == ["apricot", "fig"]
    fill("fig", "3")
    assert labels() == ["fig", "fig"]
    fill("fig", "3")
    assert fired(live) == 1


def test_a_stale_read_shows_what_was_before_the_last_change(shelf):
    live, fill, labels = shelf(fault(on='"list_jars"', effect='"stale"', nth="2"))
    assert labels() == ["apricot"]
    fill("fig")
    assert labels() == ["apricot", "fig"]
    fill("plum")
    assert labels() == ["apricot", "fig"]
    assert labels() == ["apricot", "fig", "plum"]
    assert fired(live) == 1


def test_a_stale_read_knows_who_has_signed_in_since(shelf):
    live, fill, labels = shelf(fault(on='"list_jars"', effect='"stale"'))
    fill("fig")
    late = live.login("nora@larder.example", "plum")
    assert [jar["label"] for jar in late.get("/api/jars").json()] == ["apricot"]
    assert labels() == ["apricot", "fig"]


def test_a_rate_limit_says_when_to_come_back(shelf):
    live, fill, _labels = shelf(fault(on='"fill_jar"', effect='"rate_limit"', retry_after="1"))
    refused = fill()
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert fill().status_code == 429
    live.runtime.injector._blocked_until.clear()
    assert fill().status_code == 201
    assert fired(live) == 1


@pytest.mark.parametrize(("stored", "left"), [("false", ["apricot"]), ("true", ["apricot", "fig"])])
def test_a_transient_failure_before_or_after_storing(shelf, stored, left):
    live, fill, labels = shelf(fault(on='"fill_jar"', effect='"fail"', stored=stored))
    assert fill().status_code == 503
    assert labels() == left
    assert fired(live) == 1


def test_a_slow_answer_still_works(shelf):
    _live, fill, _labels = shelf(fault(on='"fill_jar"', effect='"slow"', seconds="0.2"))
    assert fill().elapsed.total_seconds() >= 0.2
    assert fill().elapsed.total_seconds() < 0.2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[fault]\n", "Expected"),
        (fault(on='"boil"', effect='"drop"'), "has no operation 'boil'"),
        (fault(on='"fill_jar"', effect='"vanish"'), "vanish"),
        (fault(on='"fill_jar"', effect='"drop"', nth="0"), "nth"),
        (fault(on='"fill_jar"', effect='"drop"', colour='"red"'), "colour"),
        (fault(on='"fill_jar"', effect='"partial"', table='"pots"'), "no table 'pots'"),
        (
            fault(on='"fill_jar"', effect='"wrong_field"', table='"jars"', set="{ size = 1 }"),
            "no field 'size'",
        ),
        (fault(on='"fill_jar"', effect='"change"', table='"jars"'), "exactly one of"),
        (2 * fault(on='"fill_jar"', effect='"drop"'), "used twice"),
        (fault(on='"fill_jar"', effect='"drop"').replace("sample", "shop"), "'shop'"),
        ("[other]\n", "only [[fault]]"),
        (fault(effect='"drop"'), "give one of on"),
        (fault(on='"fill_jar"', effect='"drop"').replace("C2", "C1"), "C1 is for what others"),
        (fault(on='"fill_jar"', effect='"wrong_field"', table='"jars"', set='{ id = "zz" }'), "id"),
        (
            fault(on='"list_jars"', effect='"change"', table='"jars"', insert="{ id = 9 }"),
            "'label'",
        ),
        (
            fault(
                on='"list_jars"',
                effect='"change"',
                table='"jars"',
                where="{ id = 1 }",
                set="{ price = 1.234 }",
            ),
            "two decimals",
        ),
        (
            fault(
                effect='"change"',
                table='"jars"',
                delete="true",
                where="{ id = 1 }",
                reached='{ table = "jars", field = "label", at_least = 3 }',
            ),
            "is no number",
        ),
        (fault(effect='"stale"', at='"+5m"', on='"list_jars"'), "at"),
        (fault(effect='"change"', table='"jars"', delete="true", where="{id = 1}"), "on, at, re"),
        (
            fault(
                effect='"change"',
                table='"jars"',
                delete="true",
                where="{ id = 1 }",
                reached='{ table = "jars", field = "size", at_most = 3 }',
            ),
            "no field 'size'",
        ),
    ],
)
def test_a_wrong_fault_file_is_refused_with_its_line(tmp_path, text, reason):
    path = tmp_path / "faults.toml"
    path.write_text(text)
    with pytest.raises(FaultError) as error:
        load_faults(path, [service])
    assert str(error.value).startswith(str(path))
    assert reason in str(error.value)


def test_every_mistake_is_named_with_the_line_of_its_key(tmp_path):
    path = tmp_path / "faults.toml"
    good, bad = fault(on='"fill_jar"', effect='"drop"'), fault(on='"boil"', effect='"drop"')
    worse = fault(on='"fill_jar"', effect='"drop"', nth="0", colour='"red"', when="{ size = 1 }")
    path.write_text("\n".join([good, bad, worse, worse.replace('nth = 0\ncolour = "red"', "")]))
    with pytest.raises(FaultError) as error:
        load_faults(path, [service])
    said = [str(mistake).removeprefix(f"{path}:") for mistake in error.value.mistakes]
    assert [text[:30].split(" ")[:3] for text in said] == [
        ["9:", "the", "id"],
        ["12:", "sample", "has"],
        ["21:", "nth:", "Input"],
        ["22:", "colour:", "Extra"],
        ["26:", "the", "id"],
        ["32:", "fill_jar", "has"],
    ]
    assert str(error.value).count("\n") == 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fault = 3\n", "with two brackets"),
        ("[fault]\nid = 'x'\n", "with two brackets"),
        ("fault = [1, {}]\n", ":1: fault: Input should be"),
        ("fault = " + 5000 * "[", "nested too deeply"),
        (b"# ok\n\xff\n", ":2: not UTF-8"),
    ],
)
def test_a_file_of_another_shape_is_refused(tmp_path, text, reason):
    path = tmp_path / "faults.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(FaultError) as error:
        load_faults(path, [service])
    assert reason in str(error.value)


@pytest.mark.parametrize("name", service_names())
def test_the_arguments_of_every_operation_are_known(name):
    for function in get_service(name).operations.values():
        assert all(word.isidentifier() for word in argument_names(function))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (fault(on='"fill_jar"', effect='"stale"'), "only a read can be stale"),
        (fault(on='"list_jars"', effect='"drop"'), "is a read"),
    ],
)
def test_an_effect_that_can_do_nothing_is_named_in_a_thorough_check(tmp_path, text, said):
    path = tmp_path / "faults.toml"
    path.write_text(text)
    assert load_faults(path, [service])
    with pytest.raises(FaultError, match=said):
        load_faults(path, [service], thorough=True)
