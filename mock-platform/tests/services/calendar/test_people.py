"""Invitations and replies, free and busy times, sharing, and times that suit several."""


def reply(client, code, answer, **values):
    return client.put(f"/api/events/{code}/reply", json={"reply": answer} | values)


def busy(client, *people, first, last):
    query = {"people": list(people), "first": str(first), "last": str(last)}
    answer = client.get("/api/free-busy", params=query)
    assert answer.status_code == 200, answer.text
    return {one["email"]: [b["kind"] for b in one["busy"]] for one in answer.json()}


def test_reply_to_an_invitation(ada, bruno, celia, day, refusal):
    code = "ALM-AAAA01"
    before = busy(ada, "bruno@pier.example", first=day(1), last=day(1))
    assert before["bruno@pier.example"].count("tentative") == 1
    answer = reply(bruno, code, "declined", message="I am away.").json()
    assert (answer["reply"], answer["message"]) == ("declined", "I am away.")
    after = busy(ada, "bruno@pier.example", first=day(1), last=day(1))
    assert "tentative" not in after["bruno@pier.example"]
    query = {"first": str(day(1)), "last": str(day(1))}
    shown = [e["code"] for e in bruno.get("/api/events", params=query).json()]
    assert code not in shown
    kept = bruno.get("/api/events", params=query | {"declined": True}).json()
    assert code in [e["code"] for e in kept]
    assert "not invited" in refusal(reply(celia, code, "accepted"))
    assert reply(bruno, code, "pending").status_code == 422
    lines = ada.get(f"/api/events/{code}/history").json()
    assert (lines[0]["by"], lines[0]["detail"]) == ("bruno@pier.example", "Bruno declined")


def test_reply_for_one_occurrence_alone(ada, bruno, day, refusal):
    code, on = "ALM-AAAA02", str(day(3))
    reply(bruno, code, "declined", on=on).raise_for_status()
    query = {"first": str(day(2)), "last": str(day(4))}
    shown = [e["on"] for e in bruno.get("/api/events", params=query).json() if e["code"] == code]
    assert shown == [str(day(2)), str(day(4))]
    assert bruno.get(f"/api/events/{code}", params={"on": on}).json()["own_reply_for_shown"]
    assert "no such occurrence" in refusal(reply(bruno, code, "accepted", on="2020-01-01"), 404)
    reply(bruno, code, "accepted").raise_for_status()
    shown = [e["on"] for e in bruno.get("/api/events", params=query).json() if e["code"] == code]
    assert len(shown) == 3


def test_people_from_outside_and_rights(ada, bruno, celia, refusal):
    code = "ALM-AAAA01"
    path = f"/api/events/{code}/attendees/mira@calder.example"
    noted = celia.put(f"{path}/reply", json={"reply": "accepted", "message": "by mail"})
    assert noted.json()["reply"] == "accepted"
    theirs = f"/api/events/{code}/attendees/bruno@pier.example/reply"
    assert "in person" in refusal(ada.put(theirs, json={"reply": "accepted"}))
    guests = {"attendees": ["Dario@pier.example", "dario@pier.example"], "optional": True}
    assert "organiser" in refusal(bruno.post(f"/api/events/{code}/attendees", json=guests))
    shown = ada.post(f"/api/events/{code}/attendees", json=guests).json()["attendees"]
    assert [(a["email"], a["optional"]) for a in shown if a["optional"]] == [
        ("dario@pier.example", True)
    ]
    assert len(ada.delete(path).json()["attendees"]) == 2
    assert ada.delete(path).status_code == 404


def test_new_times_ask_everybody_again(ada, bruno, day):
    code = "ALM-AAAA01"
    reply(bruno, code, "accepted").raise_for_status()
    ada.patch(f"/api/events/{code}", json={"title": "Budget"}).raise_for_status()
    found = bruno.get("/api/invitations", params={"reply": "accepted"}).json()["items"]
    assert code in [item["code"] for item in found]
    moved = ada.post(f"/api/events/{code}/move", json={"starts": f"{day(2)}T11:00"}).json()
    assert {a["reply"] for a in moved["attendees"]} == {"pending"}
    assert moved["ends_at"] > moved["starts_at"]


def test_warnings_tell_conflicts_and_working_hours(ada, day):
    wednesday = day(1, "thu")
    body = {"title": "Early", "starts": f"{wednesday}T08:00", "ends": f"{wednesday}T09:10"}
    made = ada.post("/api/events", json=body | {"attendees": ["celia@pier.example"]}).json()
    found = {(w["kind"], w["person"]) for w in made["warnings"]}
    assert {("conflict", "ada@pier.example"), ("hours", "celia@pier.example")} <= found
    free = ada.patch(f"/api/events/{made['code']}", json={"shown_as": "free"}).json()
    assert free["warnings"] == []


def test_find_a_time(ada, day, refusal):
    def slots(*people, **query):
        days = {"first": str(day(1, "mon")), "last": str(day(1, "mon"))}
        answer = ada.get("/api/find-time", params={"people": list(people)} | days | query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    alone = slots(minutes=60)
    assert len(alone) >= 12
    both = slots("celia@pier.example", minutes=60, room=True)
    assert {slot["starts_at"] for slot in both} < {slot["starts_at"] for slot in alone}
    assert all(set(slot["rooms"]) <= {"gull", "heron"} and slot["rooms"] for slot in both)
    for slot in slots("dario@pier.example", minutes=30):
        assert slot["starts_at"][11:16] >= "13:00"
    assert slots("celia@pier.example", minutes=60, first="2024-01-01", last="2024-01-05") == []
    query = {"people": "x@y.example", "first": str(day(1)), "last": str(day(1))}
    stranger = ada.get("/api/find-time", params=query)
    assert "nobody of the firm" in refusal(stranger, 422)


def test_sharing(ada, bruno, dario, refusal):
    share = {"email": "dario@pier.example", "level": "busy"}
    ada.put("/api/calendars/2/shares", json=share).raise_for_status()
    assert dario.get("/api/events/ALM-AAAA03").status_code == 404
    ada.put("/api/calendars/2/shares", json=share | {"level": "read"}).raise_for_status()
    assert dario.get("/api/events/ALM-AAAA03").status_code == 404
    assert dario.get("/api/events/ALM-AAAA07").json()["role"] == "read"
    assert "Only the organiser" in refusal(dario.post("/api/events/ALM-AAAA07/cancel"))
    ada.put("/api/calendars/2/shares", json=share | {"level": "write"}).raise_for_status()
    assert dario.get("/api/events/ALM-AAAA03").json()["role"] == "write"
    body = {"title": "For Ada", "starts": "2027-03-01T09:00", "ends": "2027-03-01T10:00"}
    made = dario.post("/api/events", json=body | {"calendar_id": 2}).json()
    assert made["organiser"] == "ada@pier.example"
    assert "reading only" in refusal(ada.post("/api/events", json=body | {"calendar_id": 3}))
    assert ada.post("/api/events", json=body | {"calendar_id": 5}).status_code == 404
    assert dario.get("/api/calendars/2/shares").status_code == 404
    gone = ada.delete("/api/calendars/2/shares/dario@pier.example")
    assert gone.status_code == 204
    assert dario.get("/api/events/ALM-AAAA07").status_code == 404


def test_calendars(ada, refusal):
    assert "default calendar" in refusal(ada.delete("/api/calendars/1"))
    assert "say where" in refusal(ada.delete("/api/calendars/2"))
    assert ada.delete("/api/calendars/2", params={"move_to": 3}).status_code == 404
    assert ada.delete("/api/calendars/2", params={"move_to": 1}).status_code == 204
    assert ada.post("/api/calendars", json={"name": "Work"}).status_code == 422
    new = ada.post("/api/calendars", json={"name": "Side", "is_default": True}).json()
    own = {c["name"]: c["is_default"] for c in ada.get("/api/calendars").json() if not c["level"]}
    assert own == {"Side": True, "Work": False}
    put = ada.put("/api/events/ALM-AAAA01/calendar", json={"calendar_id": new["id"]})
    assert put.json()["calendar_id"] == new["id"]


def test_reminders(ada, bruno, refusal):
    due = ada.get("/api/reminders").json()
    assert {one["minutes"] for one in due} == {10}
    ada.put("/api/events/ALM-AAAA02/reminder", json={"minutes": None}).raise_for_status()
    assert "ALM-AAAA02" not in [one["code"] for one in ada.get("/api/reminders").json()]
    assert ada.put("/api/events/ALM-AAAA02/reminder", json={"minutes": -1}).status_code == 422
    assert ada.delete("/api/events/ALM-AAAA02/reminder").status_code == 204
    assert ada.delete("/api/events/ALM-AAAA02/reminder").status_code == 404
    assert bruno.put("/api/events/ALM-AAAA03/reminder", json={"minutes": 5}).status_code == 404
