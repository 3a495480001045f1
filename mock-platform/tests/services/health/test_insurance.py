"""Cover, estimates, claims, and the arithmetic of who pays what."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_platform.services.health.shares import Terms, cover_year, share

ADA = "/api/patients/1"


def invoice(client):
    """The id of one more invoice in Ada's record."""
    body = {"kind": "invoice", "title": "Invoice", "filename": "bill.txt", "content": "ODAuMDA="}
    answer = client.post(f"{ADA}/documents", json=body)
    return answer.raise_for_status().json()["id"]


def claim(client, day, billed="80.00", **values):
    body = {"category": "consultation", "service_on": day, "billed": billed}
    body |= {"billed_by": "Pier Practice", "invoice_id": 1} | values
    return client.post(f"{ADA}/claims", json=body)


def submit(client, row):
    return client.post(f"{ADA}/claims/{row.json()['id']}/submit")


def test_deductible_then_copayment_then_maximum(ada, day):
    """Deductible 100, 20 %, tariff 90, yearly maximum 150."""
    found = [
        submit(ada, claim(ada, day(-n), "95.00", invoice_id=invoice(ada))).json()
        for n in range(1, 5)
    ]
    parts = ("deductible_part", "copayment", "above_tariff", "insurer_pays")
    assert [tuple(one[name] for name in parts) for one in found] == [
        ("90.00", "0.00", "5.00", "0.00"),
        ("10.00", "16.00", "5.00", "64.00"),
        ("0.00", "18.00", "5.00", "72.00"),
        ("0.00", "16.00", "5.00", "74.00"),
    ]
    cover = ada.get(f"{ADA}/cover").json()
    assert (cover["deductible_left"], cover["maximum_left"]) == ("0.00", "0.00")


def test_an_estimate_says_the_same(ada, day):
    query = {"category": "consultation", "billed": "95.00"}
    found = ada.get(f"{ADA}/estimate", params=query).json()
    assert (found["person_pays"], found["insurer_pays"]) == ("95.00", "0.00")
    found = ada.get(f"{ADA}/estimate", params=query | {"category": "dental"}).json()
    assert (found["covered"], found["person_pays"]) == (False, "95.00")


def test_what_is_not_paid(ada, refusal, day):
    rejected = submit(ada, claim(ada, day(-1), category="dental")).json()
    assert (rejected["status"], rejected["decision"]) == (
        "rejected",
        "Basic does not cover dental care.",
    )
    assert submit(ada, claim(ada, day(-1), category="imaging")).json()["status"] == "rejected"
    assert "needs an invoice" in refusal(submit(ada, claim(ada, day(-1), invoice_id=None)))
    assert "within 120 days" in refusal(submit(ada, claim(ada, day(-130))))
    assert "no insurance cover" in refusal(claim(ada, day(-300)))
    assert claim(ada, day(1)).status_code == 422
    assert claim(ada, day(-1), invoice_id=2).status_code == 422
    submit(ada, claim(ada, day(-2))).raise_for_status()
    again = claim(ada, day(-2), invoice_id=invoice(ada))
    assert "the same service" in refusal(submit(ada, again))


@pytest.mark.parametrize(
    "other",
    [{"billed": "81.00"}, {"category": "vaccination"}, {"category": "dental"}, {"service": -3}],
)
def test_an_invoice_is_claimed_once(ada, refusal, day, other):
    first = submit(ada, claim(ada, day(-2))).raise_for_status().json()
    values = {name: value for name, value in other.items() if name != "service"}
    again = claim(ada, day(other.get("service", -2)), **values)
    said = refusal(submit(ada, again))
    assert said == f"A service is claimed once: claim {first['number']} names the same invoice."
    assert ada.get(f"{ADA}/claims/{again.json()['id']}").json()["status"] == "draft"


def test_the_invoice_of_a_rejected_or_withdrawn_claim_can_be_claimed(ada, day):
    assert submit(ada, claim(ada, day(-2), category="dental")).json()["status"] == "rejected"
    large = claim(ada, day(-2), "640.00", category="vaccination")
    assert submit(ada, large).json()["status"] == "in_review"
    ada.post(f"{ADA}/claims/{large.json()['id']}/withdraw").raise_for_status()
    assert submit(ada, claim(ada, day(-2))).json()["status"] == "approved"


def test_large_bills_are_reviewed_and_can_be_withdrawn(ada, refusal, day):
    row = claim(ada, day(-1), "640.00", category="vaccination")
    assert submit(ada, row).json()["status"] == "in_review"
    gone = ada.post(f"{ADA}/claims/{row.json()['id']}/withdraw").json()
    assert gone["status"] == "withdrawn"
    assert "withdrawn" in refusal(submit(ada, row))


def test_preauthorisation(ada, refusal, day):
    path = f"{ADA}/preauthorisations"
    body = {"category": "imaging", "estimate": "300.00", "reason": "Knee"}
    assert ada.post(path, json=body).json()["status"] == "requested"
    allowed = ada.post(path, json=body | {"referral_id": 1}).json()
    assert (allowed["status"], allowed["valid_until"]) == ("approved", day(90))
    row = claim(ada, day(0), "300.00", category="imaging", preauthorisation_id=allowed["id"])
    assert submit(ada, row).json()["insurer_pays"] == "180.00"
    assert "need no" in refusal(ada.post(path, json=body | {"category": "consultation"}))


cents = st.integers(0, 200_000).map(lambda n: Decimal(n) / 100)


@settings(max_examples=100, deadline=None)
@given(
    bills=st.lists(cents.filter(bool), min_size=1, max_size=8),
    percent=st.integers(0, 100),
    minimum=cents,
    tariff=st.none() | cents,
    free=st.booleans(),
    deductible=cents,
    maximum=cents,
)
def test_a_year_of_bills_against_a_model_in_cents(
    bills, percent, minimum, tariff, free, deductible, maximum
):
    """The model counts cents, one rule after the other, over a year of bills."""
    left, room, insurer = int(deductible * 100), int(maximum * 100), 0
    terms = Terms(percent, minimum, tariff, free)
    for bill in bills:
        found = share(bill, terms, Decimal(left) / 100, Decimal(room) / 100)
        billed = int(bill * 100)
        allowed = billed if tariff is None else min(billed, int(tariff * 100))
        first = 0 if free else min(allowed, left)
        exact = Decimal((allowed - first) * percent) / 100
        second = max(int(exact.to_integral_value(ROUND_HALF_UP)), int(minimum * 100))
        second = min(second, allowed - first)
        first = min(first, room)
        second = min(second, room - first)
        assert [int(found.deductible * 100), int(found.copayment * 100)] == [first, second]
        assert found.person + found.insurer == bill
        assert min(found.deductible, found.copayment, found.above_tariff, found.insurer) >= 0
        left, room = left - first, room - first - second
        insurer += int(found.insurer * 100)
    assert min(left, room, insurer) >= 0


@pytest.mark.parametrize(
    ("starts_on", "day", "year"),
    [
        ("2024-03-10", "2026-03-09", ("2025-03-10", "2026-03-10")),
        ("2024-03-10", "2026-03-10", ("2026-03-10", "2027-03-10")),
        ("2024-02-29", "2025-02-28", ("2024-02-29", "2025-03-01")),
        ("2024-02-29", "2025-03-01", ("2025-03-01", "2026-03-01")),
    ],
)
def test_cover_years(starts_on, day, year):
    found = cover_year(date.fromisoformat(starts_on), date.fromisoformat(day))
    assert tuple(one.isoformat() for one in found) == year
