"""Databases with typed fields, and records."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mock_platform.services.workspace import policy


def titles(client, **query):
    answer = client.get("/api/databases/1/records", params=query)
    assert answer.status_code == 200, answer.text
    return [record["values"]["Title"] for record in answer.json()["items"]]


def add(client, **values):
    return client.post("/api/databases/1/records", json={"values": {"Title": "Sow"} | values})


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Dig", "Build", "Paint"]),
        ({"sort": "Hours"}, ["Build", "Dig", "Paint"]),
        ({"sort": "-Hours"}, ["Dig", "Build", "Paint"]),
        ({"sort": "-title"}, ["Paint", "Dig", "Build"]),
        ({"where": "State=Open"}, ["Dig", "Paint"]),
        ({"where": ["State=Open", "Hours=10"]}, ["Dig"]),
        ({"q": "uil"}, ["Build"]),
        ({"where": "State=open"}, []),
    ],
)
def test_records_are_filtered_and_ordered(ada, query, found):
    assert titles(ada, **query) == found


@pytest.mark.parametrize("query", [{"sort": "Colour"}, {"where": "Colour=red"}, {"where": "x"}])
def test_a_field_that_is_none_is_named(ada, query):
    assert ada.get("/api/databases/1/records", params=query).status_code == 422


@pytest.mark.parametrize(
    ("field", "given", "kept"),
    [
        ("Hours", " 007.50 ", "7.5"),
        ("Hours", "-0", "0"),
        ("Hours", "1e3", "1000"),
        ("Due", "2027-02-28", "2027-02-28"),
        ("Urgent", "TRUE", "yes"),
        ("Who", "BRUNO@stone.example", "bruno@stone.example"),
        ("Site", "https://x.example/a", "https://x.example/a"),
        ("State", "Done", "Done"),
    ],
)
def test_values_have_one_form(ada, field, given, kept):
    assert add(ada, **{field: given}).json()["values"][field] == kept


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("Hours", "many"),
        ("Hours", "NaN"),
        ("Hours", "1e99"),
        ("Due", "2027-02-30"),
        ("Urgent", "perhaps"),
        ("Who", "dario@stone.example"),
        ("Site", "javascript:alert(1)"),
        ("State", "Lost"),
        ("Title", "two\nlines"),
        ("title", "twice"),
        ("Hours", "1_0"),
        ("Site", 'http://"><script>'),
        ("Colour", "red"),
    ],
)
def test_values_of_another_kind_are_refused(ada, field, given):
    assert add(ada, **{field: given}).status_code == 422


@given(st.decimals(-(10**12), 10**12, allow_nan=False, places=3))
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_numbers_stay_what_they_are(ada, number):
    assert float(add(ada, Hours=str(number)).json()["values"]["Hours"]) == float(number)


def test_a_record_is_changed_with_its_history(ada, bruno, celia, refusal):
    changed = bruno.patch("/api/records/1", json={"values": {"hours": "11", "State": ""}}).json()
    assert changed["values"] == {"Title": "Dig", "Hours": "11"}
    assert [(c["field"], c["before"], c["after"], c["who"]) for c in changed["history"]] == [
        ("State", "Open", "", "Bruno Vance"),
        ("Hours", "10", "11", "Bruno Vance"),
    ]
    assert "must not be empty" in refusal(
        ada.patch("/api/records/1", json={"values": {"Title": ""}}), 422
    )
    assert refusal(celia.patch("/api/records/1", json={"values": {"Hours": "1"}}), 403)
    assert ada.post("/api/databases/1/records", json={"values": {}}).status_code == 422


def test_a_deleted_record_comes_back(ada):
    assert ada.delete("/api/records/1").status_code == 204
    assert titles(ada) == ["Build", "Paint"]
    assert ada.get("/api/records/1").status_code == 404
    assert [r["id"] for r in ada.get("/api/trash/records").json()] == [1]
    assert ada.post("/api/trash/records/1/restore").status_code == 200
    assert titles(ada) == ["Dig", "Build", "Paint"]


def test_fields_are_added_and_removed_as_long_as_nothing_is_lost(ada, bruno, refusal, monkeypatch):
    def field(client, **values):
        body = {"name": "Colour", "kind": "text"} | values
        return client.post("/api/databases/1/fields", json=body)

    assert refusal(field(bruno), 403)
    assert "records already" in refusal(field(ada, required=True))
    assert "name of its own" in refusal(field(ada, name=" title "))
    assert "needs options" in refusal(field(ada, kind="select"), 422)
    assert "Only a select" in refusal(field(ada, options=["red"]), 422)
    made = field(ada, kind="select", options=["red", " red", "blue"]).json()
    assert made["options"] == ["red", "blue"]
    assert ada.delete(f"/api/fields/{made['id']}").status_code == 204
    assert "hold something" in refusal(ada.delete("/api/fields/3"))
    monkeypatch.setattr(policy, "MOST_FIELDS", 7)
    assert "at most 7" in refusal(field(ada))


def test_a_database_begins_empty(ada, bruno, refusal):
    body = {"space_id": 1, "name": "Tools", "about": "In the shed"}
    assert refusal(bruno.post("/api/databases", json=body), 403)
    made = ada.post("/api/databases", json=body).json()
    assert made["fields"] == []
    assert "already" in refusal(ada.post("/api/databases", json=body))
    names = [d["name"] for d in bruno.get("/api/databases").json()]
    assert names == ["Tasks", "Tools"]
