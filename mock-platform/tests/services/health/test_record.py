"""Who may see what; measurements, allergies, vaccinations, documents and messages."""

import pytest

ADA = "/api/patients/1"


def test_records_and_rights(ada, live):
    found = {one["name"]: (one["role"], one["rights"]) for one in ada.get("/api/patients").json()}
    assert list(found) == ["Ada Quill", "Idris Quill", "Ottilie Quill"], "not the grown child's"
    assert found["Ottilie Quill"] == ("carer", ["look", "record"])
    answer = ada.post("/api/patients/4/appointments", json={"slot_id": 1, "kind": "consultation"})
    assert answer.status_code == 403
    assert ada.post("/api/patients/4/measurements", json={"kind": "pulse", "value": 70}).is_success
    log = ada.get("/api/patients/4/access-log").json()["items"]
    assert {(one["name"], one["area"], one["changed"]) for one in log} >= {
        ("Ada Quill", "record", True)
    }


def test_somebody_elses_record_does_not_exist(live, ada):
    cleo = live.login("cleo@pier.example", "plum")
    document = ada.get("/openapi.json").json()
    paths = [
        path.replace("{patient_id}", "1").replace("{kind}", "weight")
        for path, methods in document["paths"].items()
        if path.startswith("/api/patients/{patient_id}") and "get" in methods
    ]
    params = {"q": "x", "category": "dental", "billed": "1"}
    for path in paths:
        path = path.replace("{medicine_id}", "1")
        while "{" in path:
            path = path[: path.index("{")] + "1" + path[path.index("}") + 1 :]
        assert cleo.get(path, params=params).status_code == 404, path


def test_providers_see_those_they_treat_but_not_insurance(iris, live):
    assert iris.get(f"{ADA}/measurements").status_code == 200
    assert iris.get(f"{ADA}/claims").status_code == 403
    assert iris.get("/api/patients/5").status_code == 404
    odo = live.login("odo@practice.example", "plum")
    assert odo.get(ADA).status_code == 404
    names = [one["name"] for one in iris.get("/api/practice/patients").json()["items"]]
    assert names == ["Ada Quill", "Bruno Vance", "Idris Quill"]


def test_access_is_given_and_taken(ada, bruno, refusal):
    link = ada.post(f"{ADA}/access", json={"email": "bruno@pier.example", "may_book": True})
    path = f"{ADA}/access/{link.json()['id']}"
    assert bruno.get(ADA).json()["rights"] == ["book", "look"]
    again = ada.post(f"{ADA}/access", json={"email": "bruno@pier.example"})
    assert "already" in refusal(again)
    ada.put(path, json={"may_record": True}).raise_for_status()
    assert bruno.get(ADA).json()["rights"] == ["look", "record"]
    assert bruno.put(path, json={}).status_code == 403
    assert ada.delete(path).status_code == 204
    assert bruno.get(ADA).status_code == 404
    assert "16th" in refusal(ada.delete("/api/patients/3/access/1"))


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ({"kind": "weight", "value": "154.3", "unit": "lb"}, "70.0"),
        ({"kind": "temperature", "value": "98.6", "unit": "°F"}, "37.0"),
        ({"kind": "glucose", "value": "99", "unit": "mg/dL"}, "5.5"),
        ({"kind": "blood_pressure", "value": 120, "second": 80}, "120"),
    ],
)
def test_units_are_converted(ada, body, value):
    made = ada.post(f"{ADA}/measurements", json=body)
    assert made.json()["value"] == value, made.text


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "weight", "value": 700},
        {"kind": "weight", "value": 70, "unit": "stone"},
        {"kind": "weight", "value": 70, "second": 60},
        {"kind": "blood_pressure", "value": 120},
        {"kind": "blood_pressure", "value": 80, "second": 90},
        {"kind": "pulse", "value": 70, "measured_at": "2199-01-01T00:00:00Z"},
        {"kind": "pulse", "value": 70, "measured_at": "2001-01-01T00:00:00Z"},
    ],
)
def test_implausible_values_are_refused(ada, body):
    assert ada.post(f"{ADA}/measurements", json=body).status_code == 422


def test_trends_and_targets(ada, refusal):
    steps = ada.get(f"{ADA}/trends/steps", params={"bucket": "day", "days": 3}).json()
    assert [one["value"] for one in steps["averages"]] == ["9000", "7000"], "added up by day"
    weight = ada.get(f"{ADA}/trends/weight", params={"bucket": "day", "days": 90}).json()
    assert [one["value"] for one in weight["averages"]] == ["75.0", "71.0"]
    assert (weight["change"], weight["flagged"]) == ("-4.0", 0)
    ada.put(f"{ADA}/targets/weight", json={"high": "71.50"}).raise_for_status()
    weight = ada.get(f"{ADA}/trends/weight", params={"bucket": "week", "days": 90}).json()
    assert (weight["high"], weight["flagged"]) == ("71.50", 2)
    rows = ada.get(f"{ADA}/measurements", params={"kind": "weight"}).json()["items"]
    assert [one["flag"] for one in rows] == ["high", None, "high"]
    assert ada.put(f"{ADA}/targets/weight", json={"low": 80, "high": 70}).status_code == 422
    assert ada.delete(f"{ADA}/targets/weight").status_code == 204
    pressure = ada.get(f"{ADA}/measurements", params={"kind": "blood_pressure"}).json()["items"]
    assert pressure[0]["flag"] == "high"


def test_only_a_fresh_measurement_of_ones_own_is_deleted(ada, iris, refusal):
    made = iris.post(f"{ADA}/measurements", json={"kind": "pulse", "value": 70}).json()
    assert made["source"] == "practice"
    path = f"{ADA}/measurements"
    assert "who entered" in refusal(ada.delete(f"{path}/{made['id']}"))
    assert "72 hours" in refusal(ada.delete(f"{path}/3"))
    assert ada.delete(f"{path}/1").status_code == 204


def test_vaccinations(ada, iris, refusal, day):
    states = {one["name"]: one for one in ada.get(f"{ADA}/vaccinations").json()}
    assert states["Winter flu"]["state"] == "overdue"
    assert (states["Marsh fever"]["state"], states["Marsh fever"]["due_on"]) == ("due", day(20))
    path = f"{ADA}/vaccinations"
    assert ada.post(path, json={"vaccine_id": 1}).status_code == 403
    assert day(20) in refusal(iris.post(path, json={"vaccine_id": 2}))
    assert iris.post(path, json={"vaccine_id": 1}).json()["dose"] == 2


def test_allergies_name_what_the_list_knows(ada, iris, refusal):
    path = f"{ADA}/allergies"
    body = {"kind": "substance", "name": "DOLOR"}
    assert ada.post(path, json=body).json()["name"] == "dolor"
    assert "already" in refusal(ada.post(path, json=body))
    assert ada.post(path, json={"kind": "group", "name": "nobody"}).status_code == 422
    assert ada.post(f"{path}/1/resolve").status_code == 403
    assert iris.post(f"{path}/1/resolve").json()["status"] == "resolved"


def test_messages(ada, iris, refusal):
    path = f"{ADA}/threads"
    assert "write to your practice" in refusal(
        ada.post(path, json={"provider_id": 2, "subject": "Hello", "body": "Hello"})
    )
    made = ada.post(path, json={"provider_id": 1, "subject": "Sleep", "body": "Badly."}).json()
    inbox = iris.get("/api/practice/inbox").json()["items"]
    assert [one["subject"] for one in inbox] == ["Sleep"]
    body = {"body": "Come and see me.", "document_id": 2}
    iris.post(f"{path}/{made['id']}/messages", json=body).raise_for_status()
    full = ada.get(f"{path}/{made['id']}").json()
    assert (full["unread"], full["messages"][-1]["from_practice"]) == (True, True)
    assert not ada.post(f"{path}/{made['id']}/read").json()["unread"]
    found = ada.get(f"{path}/search", params={"q": "come and"}).json()["items"]
    assert [one["id"] for one in found] == [made["id"]]
    ada.post(f"{path}/{made['id']}/close").raise_for_status()
    assert "closed" in refusal(ada.post(f"{path}/{made['id']}/messages", json={"body": "Hm"}))


def test_documents(ada, refusal):
    body = {"kind": "invoice", "title": "Bill", "filename": "bill.txt", "content": "MTIuNTA="}
    made = ada.post(f"{ADA}/documents", json=body).json()
    assert ada.get(f"{ADA}/documents/{made['id']}").content == b"12.50"
    assert "Only who added" in refusal(ada.delete(f"{ADA}/documents/2"))
    assert ada.delete(f"{ADA}/documents/{made['id']}").status_code == 204
    assert ada.post(f"{ADA}/documents", json=body | {"filename": "a/b"}).status_code == 422
