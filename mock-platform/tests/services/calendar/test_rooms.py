"""Rooms are booked by their rules, for a single event and for every occurrence of a series."""


def book(client, day, starts="10:00", ends="11:00", **values):
    body = {
        "title": "Meeting",
        "starts": f"{day}T{starts}",
        "ends": f"{day}T{ends}",
        "room": "gull",
    }
    return client.post("/api/events", json=body | values)


def test_a_room_is_not_booked_twice(ada, bruno, day, refusal):
    monday = day(1, "mon")
    code = book(ada, monday).json()["code"]
    assert "Gull is taken" in refusal(book(bruno, monday, "10:30", "11:30"))
    assert book(bruno, monday, "11:00", "12:00").status_code == 201
    assert "Gull is taken" in refusal(
        ada.post(f"/api/events/{code}/move", json={"starts": f"{monday}T11:15"})
    )
    assert ada.get(f"/api/events/{code}").json()["starts_at"][11:13] in ("09", "10")
    ada.post(f"/api/events/{code}/cancel").raise_for_status()
    assert book(bruno, monday).status_code == 201
    taken = ada.get("/api/rooms/gull", params={"first": str(monday), "last": str(monday)}).json()
    assert len(taken["taken"]) == 2


def test_rules_of_a_room(ada, day, refusal):
    monday = day(1, "mon")
    assert "120 minutes at most" in refusal(book(ada, monday, "10:00", "12:30"))
    assert "is open 08:00 to 19:00" in refusal(book(ada, monday, "18:30", "19:30"))
    assert "is open" in refusal(book(ada, day(1, "sun")))
    assert "40 days ahead" in refusal(book(ada, day(42, "mon")))
    assert "has begun" in refusal(book(ada, day(-9, "mon")))
    many = {"attendees": [f"guest{n}@calder.example" for n in range(3)]}
    assert "holds 3 people; these would be 4" in refusal(book(ada, monday, **many))
    made = book(ada, monday, attendees=many["attendees"][:2]).json()
    assert made["version"] == 1
    more = {"attendees": ["one.more@calder.example"]}
    answer = ada.post(f"/api/events/{made['code']}/attendees", json=more)
    assert "holds 3 people" in refusal(answer)
    assert book(ada, monday, room="nowhere").status_code == 422


def test_a_series_books_every_occurrence(ada, bruno, day, refusal):
    monday = day(1, "mon")
    weekly = {"frequency": "weekly", "weekdays": "mon"}
    assert "has to end by" in refusal(book(ada, monday, repeat=weekly))
    made = book(ada, monday, repeat=weekly | {"count": 3}).json()
    second, third = made["coming"][1]["on"], made["coming"][2]["on"]
    assert "is taken" in refusal(book(bruno, second))
    scope = {"scope": "one", "on": second}
    ada.post(f"/api/events/{made['code']}/cancel", params=scope).raise_for_status()
    assert book(bruno, second).status_code == 201
    answer = ada.post(f"/api/events/{made['code']}/restore", json={"on": second})
    assert "is taken" in refusal(answer)
    clash = {"scope": "one", "on": third}
    bruno_at = book(bruno, third, "14:00", "15:00")
    assert bruno_at.status_code == 201
    move = {"starts": f"{third}T14:30"}
    answer = ada.post(f"/api/events/{made['code']}/move", params=clash, json=move)
    assert "is taken" in refusal(answer)
    away = ada.patch(f"/api/events/{made['code']}", params=clash, json={"room": "heron"})
    assert away.json()["exceptions"][-1]["kind"] == "moved"
    assert book(bruno, third).status_code == 201


def test_looking_for_a_room(ada, day, refusal):
    def names(**query):
        return [room["slug"] for room in ada.get("/api/rooms", params=query).json()]

    monday = day(1, "mon")
    assert names() == ["gull", "heron"]
    assert names(people=4) == ["heron"]
    assert names(equipment="whiteboard, screen") == ["gull"]
    times = {"starts": f"{monday}T10:00", "ends": f"{monday}T11:00"}
    book(ada, monday).raise_for_status()
    assert names(**times) == ["heron"]
    half = ada.get("/api/rooms", params={"starts": times["starts"]})
    assert "both" in refusal(half, 422)
    assert ada.get("/api/rooms/nowhere").status_code == 404


def answer_to(client, code, reply, **values):
    return client.put(f"/api/events/{code}/reply", json={"reply": reply} | values)


def test_accepting_again_needs_room(ada, bruno, celia, day, refusal):
    guests = ["bruno@pier.example", "celia@pier.example"]
    code = book(ada, day(1, "mon"), attendees=guests).json()["code"]
    answer_to(bruno, code, "declined").raise_for_status()
    more = {"attendees": ["one.more@calder.example"]}
    ada.post(f"/api/events/{code}/attendees", json=more).raise_for_status()
    assert answer_to(celia, code, "accepted").status_code == 200
    for reply in ("accepted", "tentative"):
        assert "holds 3 people; these would be 4" in refusal(answer_to(bruno, code, reply))
    assert answer_to(bruno, code, "declined").status_code == 200
    ada.delete(f"/api/events/{code}/attendees/one.more@calder.example").raise_for_status()
    assert answer_to(bruno, code, "accepted").status_code == 200


def test_accepting_one_occurrence_needs_room(ada, bruno, day, refusal):
    weekly = {"frequency": "weekly", "weekdays": "mon", "count": 3}
    guests = ["bruno@pier.example", "celia@pier.example"]
    made = book(ada, day(1, "mon"), attendees=guests, repeat=weekly).json()
    code, on = made["code"], made["coming"][1]["on"]
    answer_to(bruno, code, "declined").raise_for_status()
    answer_to(bruno, code, "accepted", on=on).raise_for_status()
    more = {"attendees": ["one.more@calder.example"]}
    answer = ada.post(f"/api/events/{code}/attendees", json=more)
    assert "holds 3 people" in refusal(answer)
    answer_to(bruno, code, "declined").raise_for_status()
    ada.post(f"/api/events/{code}/attendees", json=more).raise_for_status()
    assert "holds 3 people" in refusal(answer_to(bruno, code, "accepted", on=on))
