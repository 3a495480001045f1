"""Medicines: what speaks against them, schedules, intakes, stock; prescriptions."""

import pytest

ADA, BRUNO = "/api/patients/1", "/api/patients/2"


def add(client, medicine_id, at=ADA, **values):
    body = {"medicine_id": medicine_id, "times": "08:00", **values}
    return client.post(f"{at}/medications", json=body)


def test_a_severe_interaction_is_refused_but_to_those_who_treat(ada, iris, refusal):
    assert "severe interaction" in refusal(add(ada, 2, acknowledged=True))
    assert "acknowledge" in refusal(add(iris, 2))
    made = add(iris, 2, acknowledged=True).json()
    assert "severe interaction" in made["acknowledged"]


def test_warnings_are_acknowledged(ada, refusal):
    check = ada.get(f"{ADA}/medicines/4/check").json()
    assert [one["rule"] for one in check] == ["acknowledge"]
    assert "acknowledge first" in refusal(add(ada, 4))
    assert add(ada, 4, acknowledged=True).status_code == 201
    assert "Allergy to penova" in refusal(add(ada, 6, acknowledged=True))
    assert "group moulds" in refusal(add(ada, 7))
    assert add(ada, 7, acknowledged=True).status_code == 201
    rules = [one["rule"] for one in ada.get(f"{ADA}/medicines/5/check").json()]
    assert rules == ["acknowledge", "note"], "the same substance, and a minor interaction"


def test_some_need_a_prescription(ada, bruno, live, refusal):
    assert add(ada, 1).status_code == 201
    assert add(bruno, 1, BRUNO).status_code == 201
    cleo = live.login("cleo@pier.example", "plum")
    assert "valid prescription" in refusal(add(cleo, 1, "/api/patients/5"))


@pytest.mark.parametrize(
    "values",
    [
        {"times": ""},
        {"times": "25:00"},
        {"times": "01:00,02:00,03:00,04:00,05:00,06:00,07:00"},
        {"pattern": "as_needed"},
        {"pattern": "as_needed", "times": ""},
        {"pattern": "weekdays"},
        {"weekdays": "mon"},
        {"every_days": 2},
        {"units": 3, "daily_maximum": 2},
        {"starts_on": "1999-01-01"},
    ],
)
def test_schedules_must_make_sense(bruno, values):
    assert add(bruno, 4, BRUNO, **values).status_code == 422


def test_doses_are_recorded_once_and_reduce_the_stock(ada, refusal, day):
    path = f"{ADA}/medications/1/intakes"
    doses = ada.get(f"{ADA}/doses", params={"day": day(-1)}).json()
    assert [one["due_at"][11:16] for one in doses] == ["00:00", "23:59"]
    due = f"{day(-1)}T00:00:00Z"
    body = {"due_at": due, "taken_at": f"{day(-1)}T00:30:00Z"}
    assert ada.post(path, json=body).json()["status"] == "taken"
    assert "already" in refusal(ada.post(path, json=body))
    late = {"due_at": f"{day(-2)}T00:00:00Z", "taken_at": f"{day(-2)}T02:00:00Z"}
    assert ada.post(path, json=late).json()["status"] == "late"
    skipped = ada.post(path, json={"due_at": f"{day(-2)}T23:59:00Z", "status": "skipped"})
    assert skipped.json()["units"] == 0
    assert ada.get(f"{ADA}/medications/1").json()["stock"] == 18
    figures = ada.get(f"{ADA}/adherence", params={"days": 3}).json()
    assert (figures["taken"], figures["late"], figures["skipped"]) == (1, 1, 1)
    assert ada.post(path, json={"due_at": f"{day(-9)}T00:00:00Z"}).status_code == 409
    assert ada.post(path, json={"due_at": f"{day(-1)}T05:00:00Z"}).status_code == 422
    assert ada.post(path, json={"due_at": f"{day(1)}T23:59:00Z"}).status_code == 409


def test_an_intake_is_undone(ada):
    entry = ada.post(f"{ADA}/medications/2/intakes", json={"units": 2}).json()
    assert ada.get(f"{ADA}/medications/2").json()["stock"] == 7
    assert ada.delete(f"{ADA}/intakes/{entry['id']}").status_code == 204
    assert ada.get(f"{ADA}/medications/2").json()["stock"] == 9


@pytest.mark.parametrize("stock", [0, 1, 3])
def test_undoing_makes_no_stock_from_nothing(ada, stock):
    path = f"{ADA}/medications/2"
    ada.put(f"{path}/stock", json={"stock": stock}).raise_for_status()
    entry = ada.post(f"{path}/intakes", json={"units": 2}).json()
    assert (entry["units"], entry["from_stock"]) == (2, min(stock, 2))
    assert ada.get(path).json()["stock"] == max(0, stock - 2)
    ada.delete(f"{ADA}/intakes/{entry['id']}").raise_for_status()
    assert ada.get(path).json()["stock"] == stock


def test_the_daily_maximum_holds(ada, refusal):
    path = f"{ADA}/medications/2/intakes"
    ada.post(path, json={"units": 2}).raise_for_status()
    assert "At most 3" in refusal(ada.post(path, json={"units": 2}))
    assert ada.post(path, json={"units": 1}).is_success


def test_stock_and_refill(ada, day):
    full = ada.put(f"{ADA}/medications/1/stock", json={"stock": 20}).json()
    assert full["runs_out_on"] in (day(9), day(10))
    assert full["refill_on"] in (day(2), day(3))
    assert ada.put(f"{ADA}/medications/1/stock", json={"stock": -1}).status_code == 422


def test_pause_resume_stop(ada, refusal, day):
    path = f"{ADA}/medications/1"
    assert ada.post(f"{path}/pause").json()["status"] == "paused"
    assert ada.get(f"{ADA}/doses").json() == []
    ada.post(f"{path}/resume").raise_for_status()
    ada.put(path, json={"pattern": "interval", "every_days": 3, "times": "12:00"})
    ada.post(f"{path}/stop").raise_for_status()
    assert "stopped" in refusal(ada.post(f"{path}/resume"))
    assert [one["id"] for one in ada.get(f"{ADA}/medications").json()] == [2]


def test_supplies_are_collected_in_time(ada, bruno, refusal, day):
    first = ada.post(f"{ADA}/prescriptions/1/collect").json()
    assert (first["left"], first["next_on"]) == (1, day(25))
    assert day(25) in refusal(ada.post(f"{ADA}/prescriptions/1/collect"))
    assert "expired" in refusal(ada.post(f"{ADA}/prescriptions/3/collect"))
    assert bruno.get(f"{BRUNO}/prescriptions/2").json()["next_on"] == day(5)


def test_a_renewal_is_requested_and_decided(ada, bruno, iris, refusal):
    path = f"{BRUNO}/prescriptions/2/renewal"
    assert "supplies left" in refusal(ada.post(f"{ADA}/prescriptions/1/renewal", json={}))
    assert "has not seen you" in refusal(ada.post(f"{ADA}/prescriptions/3/renewal", json={}))
    assert bruno.post(path, json={"note": "Please"}).json()["renewal"] == "requested"
    assert "already" in refusal(bruno.post(path, json={}))
    bruno.delete(path).raise_for_status()
    bruno.post(path, json={}).raise_for_status()
    waiting = iris.get("/api/practice/renewals").json()
    assert [one["patient"] for one in waiting] == ["Bruno Vance"]
    decided = iris.post(f"/api/practice/renewals/{waiting[0]['id']}", json={"approve": True}).json()
    new = bruno.get(f"{BRUNO}/prescriptions/{decided['new_prescription_id']}").json()
    assert (new["repeats"], new["left"], new["standing"]) == (5, 6, "valid")


def test_prescribing(ada, iris, refusal):
    body = {"medicine_id": 2, "directions": "One a day", "units": 10}
    assert ada.post(f"{ADA}/prescriptions", json=body).status_code == 403
    assert "acknowledge" in refusal(iris.post(f"{ADA}/prescriptions", json=body))
    made = iris.post(f"{ADA}/prescriptions", json=body | {"acknowledged": True}).json()
    gone = iris.post(f"{ADA}/prescriptions/{made['id']}/cancel").json()
    assert gone["standing"] == "cancelled"
