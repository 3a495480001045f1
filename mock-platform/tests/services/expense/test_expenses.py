"""Expenses, what they come to, and what of the policy they do not keep to."""

import base64
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mock_platform.kit.clock import today
from mock_platform.services.expense import policy
from mock_platform.services.expense.operations.money import per_diem


def ago(days):
    return (today() - timedelta(days=days)).isoformat()


def add(client, **values):
    body = {"category": "MISC", "spent_on": ago(3), "merchant": "Pier", "amount": "10.00"}
    return client.post("/api/expenses", json=body | values)


def rules(answer):
    return [violation["rule"] for violation in answer.json()["violations"]]


@pytest.mark.parametrize(("days", "euros"), [(3, "10.71"), (5, "10.71"), (6, "10.00")])
def test_currencies_are_converted_by_the_rate_of_the_day(ada, days, euros):
    added = add(ada, amount="75.00", currency="kro", spent_on=ago(days)).json()
    assert (added["currency"], added["euros"]) == ("KRO", euros)
    query = {"amount": "75.00", "currency": "KRO", "day": ago(days)}
    assert ada.get("/api/convert", params=query).json()["euros"] == euros


def test_without_a_rate_there_is_no_expense(ada, refusal):
    assert "no rate for KRO" in refusal(add(ada, currency="KRO", spent_on=ago(101)), 422)
    assert "no rate for XYZ" in refusal(add(ada, currency="XYZ"), 422)


def test_a_mileage_is_computed(ada):
    added = add(
        ada, category="CAR", kind="mileage", kilometres=101, amount="999.00", merchant=""
    ).json()
    assert (added["amount"], added["euros"]) == ("42.42", "42.42")
    assert rules(add(ada, category="CAR", kind="mileage", kilometres=401)) == ["mileage"]


@pytest.mark.parametrize(
    ("days", "amount"),
    [
        ({"full_days": 2, "part_days": 2}, "96.00"),
        ({"part_days": 1}, "16.00"),
        ({"full_days": 1, "breakfasts": 1, "lunches": 1}, "12.80"),
        ({"part_days": 1, "lunches": 1, "dinners": 1}, "0.00"),
    ],
)
def test_a_per_diem_is_computed(ada, days, amount):
    assert add(ada, category="DIEM", kind="per_diem", **days).json()["euros"] == amount


@given(st.integers(0, 60), st.integers(0, 60), *[st.integers(0, 120)] * 3)
def test_a_per_diem_is_between_nothing_and_the_full_rate(full, part, breakfasts, lunches, dinners):
    meals = {"breakfast": breakfasts, "lunch": lunches, "dinner": dinners}
    found = per_diem(full, part, meals)
    most = policy.FULL_DAY * full + policy.PART_DAY * part
    assert 0 <= found <= most
    taken = (breakfasts * 20 + lunches * 40 + dinners * 40) * policy.FULL_DAY / 100
    assert found == max(0, most - taken)


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"amount": "24.99"}, []),
        ({"amount": "25.00"}, ["receipt"]),
        ({"amount": "25.00", "receipt_id": 5}, []),
        ({"category": "HOTEL", "amount": "300.00", "quantity": 2, "receipt_id": 5}, []),
        ({"category": "HOTEL", "amount": "300.01", "quantity": 2, "receipt_id": 5}, ["limit"]),
        ({"category": "TAXI", "amount": "61.00", "quantity": 2, "receipt_id": 5}, ["limit"]),
        ({"spent_on": -60}, []),
        ({"spent_on": -61}, ["late"]),
        ({"merchant": " FERRY", "amount": "80.00", "receipt_id": 5}, ["duplicate"]),
    ],
)
def test_violations(ada, values, found):
    if "spent_on" in values:
        values = values | {"spent_on": ago(-values["spent_on"])}
    assert rules(add(ada, **values)) == found


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"category": "OLD"}, 422),
        ({"category": "NONE"}, 422),
        ({"spent_on": "2999-01-01"}, 422),
        ({"amount": "-1"}, 422),
        ({"amount": "1.234"}, 422),
        ({"amount": "0"}, 422),
        ({"merchant": " "}, 422),
        ({"category": "CAR", "kind": "mileage"}, 422),
        ({"kind": "mileage", "kilometres": 5}, 422),
        ({"kind": "per_diem", "full_days": 1}, 422),
        ({"category": "CAR"}, 422),
        ({"receipt_id": 1}, 409),
        ({"category": "DIEM", "kind": "per_diem", "full_days": 1, "lunches": 2}, 422),
        ({"receipt_id": 3}, 404),
    ],
)
def test_what_is_no_expense_is_refused(ada, values, status):
    assert add(ada, **values).status_code == status


def test_expenses_are_changed_and_deleted_until_they_are_handed_in(ada, refusal):
    body = {"category": "MISC", "spent_on": ago(1), "merchant": "Tea room", "amount": "5.50"}
    assert ada.put("/api/expenses/2", json=body).json()["euros"] == "5.50"
    ada.post("/api/reports/T-1001/submit")
    assert "submitted" in refusal(ada.put("/api/expenses/1", json=body))
    assert "submitted" in refusal(ada.delete("/api/expenses/1"))
    assert ada.delete("/api/expenses/2").status_code == 204


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_somebody_elses_expense_does_not_exist(people, method):
    body = {"category": "MISC", "spent_on": ago(1), "merchant": "Tea room", "amount": "5.50"}
    for name in ("ada", "bruno", "dario"):
        answer = people[name].request(method, "/api/expenses/6", json=body)
        assert answer.status_code == 404


def test_receipts_are_kept_as_they_are(ada, people, refusal):
    content = base64.b64encode(b"<b>bill</b>").decode()
    made = ada.post("/api/receipts", json={"filename": 'a"b/c.html', "content": content}).json()
    file = ada.get(f"/api/receipts/{made['id']}")
    assert file.content == b"<b>bill</b>"
    assert file.headers["content-disposition"] == 'attachment; filename="a_b_c.html"'
    assert file.headers["content-type"] == "application/octet-stream"
    assert people["farid"].get(f"/api/receipts/{made['id']}").status_code == 404
    assert ada.delete(f"/api/receipts/{made['id']}").status_code == 204
    assert "needs this receipt" in refusal(ada.delete("/api/receipts/1"))
    assert ada.post("/api/receipts", json={"filename": "x", "content": "?"}).status_code == 422


def test_who_decides_sees_the_receipts(ada, people):
    assert people["bruno"].get("/api/receipts/1").status_code == 404
    ada.post("/api/reports/T-1001/submit")
    assert people["bruno"].get("/api/receipts/1").status_code == 200
    assert people["bruno"].get("/api/receipts/2").status_code == 404
    assert people["farid"].get("/api/receipts/1").status_code == 404


def test_kilometres_are_summed_over_the_day(ada, people):
    def drive(kilometres, client=ada, **values):
        values = {"category": "CAR", "kind": "mileage", "kilometres": kilometres} | values
        return add(client, **values)

    first = drive(300)
    assert rules(first) == []
    assert rules(drive(150, people["farid"])) == []
    assert rules(drive(400, spent_on=ago(4))) == []
    assert rules(drive(101)) == ["mileage"]
    assert rules(ada.get(f"/api/expenses/{first.json()['id']}")) == ["mileage"]


@pytest.mark.parametrize(
    "values",
    [
        {"category": "CAR", "kind": "mileage", "kilometres": 50},
        {"category": "DIEM", "kind": "per_diem", "full_days": 1},
    ],
)
def test_what_is_computed_can_be_twice_too(ada, values):
    assert rules(add(ada, **values)) == []
    assert rules(add(ada, **values, merchant="Elsewhere")) == ["duplicate"]


def test_a_receipt_proves_one_expense(ada, refusal):
    made = add(ada, receipt_id=5).json()
    assert "another expense" in refusal(add(ada, receipt_id=5))
    body = {"category": "MISC", "spent_on": ago(3), "merchant": "Pier", "amount": "11.00"}
    same = ada.put(f"/api/expenses/{made['id']}", json=body | {"receipt_id": 5})
    assert same.json()["receipt_id"] == 5
    assert refusal(ada.put("/api/expenses/2", json=body | {"receipt_id": 5}))
    ada.put(f"/api/expenses/{made['id']}", json=body)
    assert ada.put("/api/expenses/2", json=body | {"receipt_id": 5}).status_code == 200
