"""Finding flights: connections, prices, order, seats and status."""

import pytest


def search(client, day, **values):
    query = {"origin": "PEL", "destination": "HAL", "date": day} | values
    answer = client.get("/api/flights/search", params=query)
    answer.raise_for_status()
    return answer.json()["items"]


def test_direct_flights_and_connections_by_price(ada, day):
    found = search(ada, day(10))
    numbers = [[f["number"] for f in item["flights"]] for item in found]
    assert numbers == [["NW101", "NW201"], ["NW301"]], "NW203 leaves 30 minutes after the arrival"
    assert [item["prices"]["light"] for item in found] == ["200.00", "230.00"]
    assert found[0]["duration_minutes"] == 360
    assert found[1]["prices"] == {"light": "230.00", "flex": "322.00", "premium": "506.00"}


@pytest.mark.parametrize(
    ("sort", "first"), [("duration", "NW301"), ("departure", "NW101"), ("price", "NW101")]
)
def test_order(ada, day, sort, first):
    assert search(ada, day(10), sort=sort)[0]["flights"][0]["number"] == first


def test_direct_only(ada, day):
    assert len(search(ada, day(10), direct=True)) == 1


def test_prices_are_those_of_the_party(ada, day):
    found = search(ada, day(10), adults=2, children=1, infants=1, direct=True)
    assert found[0]["prices"]["light"] == "655.50", "2 x 230 + 172.50 + 23"


def test_only_flights_with_seats_for_all(ada, day):
    assert len(search(ada, day(10), destination="NMR")) == 1
    assert search(ada, day(10), destination="NMR", adults=2) == []
    assert search(ada, day(9), destination="VDN") == []
    assert search(ada, day(4), destination="VDN") == [], "it is cancelled"


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "XXX"},
        {"destination": "PEL"},
        {"adults": 0},
        {"adults": 1, "infants": 2},
        {"adults": 5, "children": 5},
        {"date": "soon"},
    ],
)
def test_wrong_searches(ada, day, wrong):
    query = {"origin": "PEL", "destination": "HAL", "date": day(10)} | wrong
    assert ada.get("/api/flights/search", params=query).status_code == 422


def test_status_of_a_number_and_of_an_airport(live, day):
    query = {"number": "nw 101", "date": day(4)}
    found = live.http.get("/api/flights/status", params=query).json()["items"]
    assert [(f["status"], f["cause"]) for f in found] == [("cancelled", "technical")]
    query = {"airport": "PEL", "date": day(10)}
    found = live.http.get("/api/flights/status", params=query).json()["items"]
    assert [f["number"] for f in found] == ["NW101", "NW301", "NW401", "NW103"]
    assert found[0]["departs_local"].endswith(("08:00", "09:00"))
    assert live.http.get("/api/flights/status", params={"date": day(1)}).status_code == 422


def test_seat_map(ada):
    seats = {seat["seat"]: seat for seat in ada.get("/api/flights/1/seats").json()}
    assert len(seats) == 56
    assert [seats[s]["free"] for s in ("1A", "6C", "7A", "6D")] == [False, False, False, True]
    assert (seats["1C"]["kind"], seats["8A"]["kind"], seats["9B"]["kind"]) == (
        "front",
        "legroom",
        "standard",
    )
    assert (seats["9A"]["place"], seats["9B"]["place"]) == ("window", "aisle")


def test_a_quote_books_nothing(live, ada):
    body = {"outbound": [1, 4], "fare": "flex", "adults": 1, "children": 1}
    quote = live.http.post("/api/quotes", json=body).json()
    assert quote["total"] == "490.00"
    assert quote["lines"] == [
        {"kind": "adult", "count": 1, "price": "280.00"},
        {"kind": "child", "count": 1, "price": "210.00"},
    ]
    assert quote["total_miles"] == 2 * (11200 + 8400)
