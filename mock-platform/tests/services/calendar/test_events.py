"""Writing events down, reading them, and what a series can do."""

import pytest


def items(client, first, last, **query):
    answer = client.get("/api/events", params={"first": str(first), "last": str(last)} | query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def create(client, day, **values):
    body = {"title": "Review", "starts": f"{day}T09:00", "ends": f"{day}T10:00"} | values
    answer = client.post("/api/events", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_an_event_is_written_in_the_users_zone_and_kept_in_utc(ada, dario, day):
    made = create(dario, day(3), title="Call")
    assert made["zone"] == "America/New_York"
    assert made["starts_at"] in (f"{day(3)}T14:00:00Z", f"{day(3)}T13:00:00Z")
    assert made["code"].startswith("ALM-")
    assert ada.get(f"/api/events/{made['code']}").status_code == 404


def test_what_each_person_sees(ada, bruno, celia, dario, day):
    titles = [e["title"] for e in items(ada, day(1), day(1))]
    assert titles == ["Stand-up", "Budget 100% review", "Bruno's lunch", "Busy", "Busy"]
    hidden = [e for e in items(ada, day(1), day(1)) if e["title"] == "Busy"]
    assert [(e["code"], e["role"]) for e in hidden] == [(None, "busy"), (None, "busy")]
    assert ada.get("/api/events/ALM-AAAA05").status_code == 404
    assert ada.get("/api/events/ALM-AAAA06").status_code == 404
    assert ada.get("/api/events/alm-aaaa04").json()["role"] == "invited"
    assert celia.get("/api/events/ALM-AAAA01").json()["role"] == "write"
    assert celia.get("/api/events/ALM-AAAA03").status_code == 404
    assert bruno.get("/api/events/ALM-AAAA01").json()["role"] == "invited"
    assert dario.get("/api/events/ALM-AAAA01").status_code == 404
    assert [e["title"] for e in items(dario, day(1), day(1))] == ["Dario's own"]


def test_a_conflict_is_shown_on_both_sides(ada, day):
    shown = {e["title"]: e["conflict"] for e in items(ada, day(1), day(1))}
    assert shown["Budget 100% review"]
    assert shown["Stand-up"]
    assert not shown["Bruno's lunch"]


def test_move_and_cancel_one_occurrence(ada, bruno, day, refusal):
    code, on = "ALM-AAAA02", str(day(3))
    query = {"scope": "one", "on": on}
    moved = ada.post(f"/api/events/{code}/move", params=query, json={"starts": f"{on}T11:00"})
    assert moved.json()["exceptions"][0]["kind"] == "moved"
    gone = {"scope": "one", "on": str(day(4))}
    ada.post(f"/api/events/{code}/cancel", params=gone).raise_for_status()
    found = {e["on"]: e for e in items(bruno, day(2), day(5)) if e["code"] == code}
    assert sorted(found) == [str(day(2)), on, str(day(5))]
    assert found[on]["moved"]
    assert found[on]["ends_at"][11:16] in ("11:15", "10:15")
    again = ada.post(f"/api/events/{code}/cancel", params=gone)
    assert "no such occurrence" in refusal(again, 404)
    assert "Only the organiser" in refusal(bruno.post(f"/api/events/{code}/cancel", params=query))
    for back in (on, gone["on"]):
        ada.post(f"/api/events/{code}/restore", json={"on": back}).raise_for_status()
    assert ada.get(f"/api/events/{code}").json()["exceptions"] == []
    history = [line["action"] for line in ada.get(f"/api/events/{code}/history").json()]
    assert history == ["restored", "restored", "cancelled", "moved"]


def test_change_this_and_all_following(ada, bruno, day):
    code, on = "ALM-AAAA02", str(day(3))
    for kept, gone in ((2, "one"), (6, "one")):
        query = {"scope": gone, "on": str(day(kept))}
        ada.post(f"/api/events/{code}/cancel", params=query).raise_for_status()
    query = {"scope": "following", "on": on}
    changes = {"title": "Short stand-up", "starts": f"{on}T10:00"}
    later = ada.patch(f"/api/events/{code}", params=query, json=changes).json()
    assert later["code"] != code
    assert [e["on"] for e in later["exceptions"]] == [str(day(6))]
    assert [a["reply"] for a in later["attendees"]] == ["pending"]
    old = ada.get(f"/api/events/{code}").json()
    assert old["repeat"]["until"] == str(day(2))
    assert [a["reply"] for a in old["attendees"]] == ["accepted"]
    assert [e["on"] for e in old["exceptions"]] == [str(day(2))]
    found = [(e["on"], e["title"]) for e in items(ada, day(1), day(4)) if "tand-up" in e["title"]]
    wanted = [(str(day(1)), "Stand-up"), (on, "Short stand-up"), (str(day(4)), "Short stand-up")]
    assert found == wanted


def test_moving_a_weekly_series_turns_its_days_and_carries_exceptions(ada, day):
    monday = day(7, "mon")
    repeat = {"frequency": "weekly", "weekdays": "mon,wed", "count": 6}
    made = create(ada, monday, repeat=repeat)
    assert made["repeat"]["words"] == "Every week on Monday and Wednesday, 6 times"
    code = made["code"]
    wednesday = day(7 + 2, "wed")
    gone = {"scope": "one", "on": str(wednesday)}
    ada.post(f"/api/events/{code}/cancel", params=gone).raise_for_status()
    tuesday = f"{day(8, 'tue')}T09:30"
    moved = ada.post(f"/api/events/{code}/move", json={"starts": tuesday}).json()
    assert moved["repeat"]["weekdays"] == "tue,thu"
    assert moved["exceptions"][0]["on"] > str(wednesday)
    assert len(moved["coming"]) == 5


def test_a_rule_that_never_takes_place_is_no_series(ada, day, refusal):
    start = "2027-02-01"
    repeat = {"frequency": "monthly", "interval": 12, "month_day": 30}
    body = {"title": "Never", "starts": f"{start}T09:00", "ends": f"{start}T10:00"}
    assert "never" in refusal(ada.post("/api/events", json=body | {"repeat": repeat}), 422)
    backwards = body | {"ends": f"{start}T08:00"}
    assert "after the start" in refusal(ada.post("/api/events", json=backwards), 422)
    both = {"frequency": "daily", "until": "2027-03-01", "count": 3}
    assert ada.post("/api/events", json=body | {"repeat": both}).status_code == 422


def test_an_all_day_event_has_its_own_days(ada, dario, day):
    made = create(ada, day(2), all_day=True, ends=f"{day(3)}", starts=f"{day(2)}")
    assert made["shown"]["on"] == str(day(2))
    found = [e["title"] for e in items(ada, day(4), day(4))]
    assert "Review" not in found
    assert "Review" in [e["title"] for e in items(ada, day(3), day(3))]
    changed = ada.patch(f"/api/events/{made['code']}", json={"title": "Fair"}).json()
    assert (changed["starts_at"], changed["ends_at"]) == (made["starts_at"], made["ends_at"])


def test_search(ada, bruno, day):
    def titles(client, **query):
        found = client.get("/api/search", params=query).json()
        return sorted(event["title"] for event in found["items"])

    assert titles(ada, q="100%") == ["Budget 100% review"]
    assert titles(ada, q="_figures_") == ["Budget 100% review"]
    assert titles(ada, q="lobby") == ["Stand-up"]
    assert titles(ada, attendee="mira") == ["Budget 100% review"]
    assert titles(ada, q="secret") == []
    assert titles(ada, q="celia's") == []
    assert titles(bruno, q="secret") == ["Bruno's secret"]
    assert titles(ada, q="talk") == []
    assert titles(ada, q="talk", cancelled=True) == ["Old talk"]
    near = {"first": str(day(2)), "last": str(day(2))}
    assert titles(ada, **near) == ["Dentist", "Stand-up"]


def test_a_new_title_leaves_a_series_where_it_is(start, firm, day):
    """Also one whose seed data begin on a day that is none of its own."""
    import copy

    from mock_platform.kit import get_service

    seed = copy.deepcopy(firm)
    weekdays = ",".join(d for d in ("mon", "wed") if day(0, d) != day(0))
    seed["events"][1] |= {"frequency": "weekly", "weekdays": weekdays, "starts_at": "+0d 09:00"}
    seed["events"][1]["ends_at"] = "+0d 09:15"
    ada = start(get_service("calendar"), seed).login("ada@pier.example", "plum")
    before = ada.get("/api/events/ALM-AAAA02").json()
    after = ada.patch("/api/events/ALM-AAAA02", json={"title": "Huddle"}).json()
    for name in ("starts_at", "repeat", "attendees", "coming"):
        wanted = before[name]
        found = after[name]
        if name == "coming":
            wanted, found = ([one["on"] for one in c] for c in (wanted, found))
        assert found == wanted


def test_cancelling_takes_what_the_body_says(ada, refusal):
    path = "/api/events/ALM-AAAA02/cancel"
    on = ada.get("/api/events/ALM-AAAA02").json()["coming"][1]["on"]
    one = {"scope": "one", "on": on}
    refusal(ada.post(path, json=one | {"scopes": "one"}), 422)
    assert "do not agree" in refusal(ada.post(path, json=one, params={"scope": "all"}), 422)
    assert "what of the series" in refusal(ada.post(path, json={"on": on}), 422)
    assert ada.get("/api/events/ALM-AAAA02").json()["exceptions"] == []
    full = ada.post(path, json=one, params={"on": on}).json()
    assert (full["status"], [e["on"] for e in full["exceptions"]]) == ("confirmed", [on])
    assert ada.post(path, json={}).json()["status"] == "cancelled"


@pytest.mark.parametrize(
    ("starts", "ends", "all_day", "status"),
    [
        ("2030-03-20T09:00", "2030-04-20T09:00", False, 201),
        ("2030-03-20T09:00", "2030-04-20T09:01", False, 422),
        ("2030-10-20T09:00", "2030-11-20T09:00", False, 201),
        ("2030-10-20T09:00", "2030-11-20T09:01", False, 422),
        ("2030-05-01T00:00", "2030-05-31T00:00", True, 201),
        ("2030-05-01T00:00", "2030-06-01T00:00", True, 422),
    ],
)
def test_an_event_lasts_31_days_at_most(ada, starts, ends, all_day, status):
    body = {"title": "Fair", "starts": starts, "ends": ends, "all_day": all_day}
    answer = ada.post("/api/events", json=body)
    assert answer.status_code == status
    assert status == 201 or "at most 31 days" in answer.text
