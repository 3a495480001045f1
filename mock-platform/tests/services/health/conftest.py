"""A small Wellspring: Ada with her child and her mother, Bruno, a doctor and a skin specialist."""

from datetime import timedelta

import pytest

from mock_platform.kit import get_service
from mock_platform.kit.clock import current


def user(number, name, role="patient", place="pier"):
    email = f"{name.split()[0].lower()}@{place}.example"
    return {"id": number, "email": email, "name": name, "password": "plum", "role": role}


def slot(number, provider_id, starts_at, minutes=30, **values):
    row = {"id": number, "provider_id": provider_id, "starts_at": starts_at}
    return row | {"minutes": minutes} | values


def appointment(number, patient_id, slot_id, starts_at, **values):
    row = {"id": number, "number": f"W-{10000 + number}", "patient_id": patient_id}
    row |= {"provider_id": 1, "slot_id": slot_id, "kind": "consultation", "starts_at": starts_at}
    return row | {"minutes": 20, "booked_by": patient_id, "booked_at": "-9d"} | values


def medicine(number, name, group="soothers", **values):
    row = {"id": number, "name": name, "substance": name.lower(), "group": group}
    return row | {"strength": "5 mg"} | values


def prescription(number, patient_id, issued, until, **values):
    row = {"id": number, "number": f"P-{50000 + number}", "patient_id": patient_id}
    row |= {"provider_id": 1, "medicine_id": 1, "directions": "One a day", "units": 30}
    return row | {"issued_on": issued, "valid_until": until} | values


SEED = {
    "users": [
        user(1, "Ada Quill"),
        user(2, "Bruno Vance"),
        user(3, "Iris Falk", "provider", "practice"),
        user(4, "Odo Marsh", "provider", "practice"),
        user(5, "Cleo Reed"),
    ],
    "places": [{"id": 1, "name": "Pier Practice", "address": "1 Pier Row"}],
    "providers": [
        {"id": 1, "user_id": 3, "name": "Dr Iris Falk", "speciality": "general", "place_id": 1},
        {"id": 2, "user_id": 4, "name": "Dr Odo Marsh", "speciality": "skin", "place_id": 1},
    ],
    "patients": [
        {"id": 1, "user_id": 1, "name": "Ada Quill", "born_on": "1988-05-04", "doctor_id": 1},
        {"id": 2, "user_id": 2, "name": "Bruno Vance", "born_on": "1979-01-31", "doctor_id": 1},
        {"id": 3, "name": "Idris Quill", "born_on": "-2600d", "doctor_id": 1},
        {"id": 4, "name": "Ottilie Quill", "born_on": "1944-02-01"},
        {"id": 5, "user_id": 5, "name": "Cleo Reed", "born_on": "1991-03-03"},
        {"id": 6, "name": "Grown Quill", "born_on": "-6000d"},
    ],
    "care_links": [
        {"id": 1, "user_id": 1, "patient_id": 3, "kind": "parent", "since": "-90d"}
        | {f"may_{name}": True for name in ("record", "book", "order", "write")},
        {"id": 2, "user_id": 1, "patient_id": 4, "may_record": True, "since": "-90d"},
        {"id": 3, "user_id": 1, "patient_id": 6, "kind": "parent", "since": "-90d"},
    ],
    "slots": [
        slot(1, 1, "+2d 09:00"),
        slot(2, 1, "+2d 09:30"),
        slot(3, 1, "+3d 09:00", 10),
        slot(4, 1, "+70d 09:00"),
        slot(5, 1, "+1h"),
        slot(6, 2, "+5d 10:00"),
        slot(7, 2, "+6d 10:00"),
        slot(8, 1, "+10h", state="booked"),
        slot(9, 1, "-2d 09:00", state="booked"),
        slot(10, 1, "+4d 09:00", 40, state="blocked"),
        slot(11, 1, "+8d 09:00", state="booked"),
        slot(12, 1, "+9d 09:00"),
        slot(13, 2, "+95d 10:00"),
    ],
    "referrals": [
        {"id": 1, "number": "R-3001", "patient_id": 1, "speciality": "skin", "provider_id": 1}
        | {"issued_on": "-60d", "valid_until": "+5d", "visits": 1}
    ],
    "appointments": [
        appointment(1, 1, 8, "+10h"),
        appointment(2, 1, 9, "-2d 09:00"),
        appointment(3, 2, 11, "+8d 09:00"),
        appointment(4, 2, 9, "-40d 09:00", status="completed"),
    ],
    "visit_summaries": [
        {"id": 1, "appointment_id": 4, "patient_id": 2, "provider_id": 1, "summary": "All well."}
        | {"written_at": "-40d"}
    ],
    "medicines": [
        medicine(1, "Corva", "relaxants", prescription_only=True),
        medicine(2, "Dolor"),
        medicine(3, "Fluven", "thinners"),
        medicine(4, "Acet"),
        medicine(5, "Histaclar", "tablets"),
        medicine(6, "Penova", "moulds"),
        medicine(7, "Amoxa", "moulds"),
    ],
    "interactions": [
        {"id": 1, "substance": "dolor", "other": "fluven", "severity": "severe"},
        {"id": 2, "substance": "acet", "other": "fluven", "severity": "moderate"},
        {"id": 3, "substance": "fluven", "other": "histaclar", "severity": "minor"},
    ],
    "allergies": [
        {"id": 1, "patient_id": 1, "kind": "substance", "name": "penova", "noted_on": "-900d"},
        {"id": 2, "patient_id": 1, "kind": "group", "name": "moulds", "noted_on": "-900d"},
    ],
    "medications": [
        {"id": 1, "patient_id": 1, "medicine_id": 3, "times": "00:00,23:59", "added_by": 1}
        | {"starts_on": "-30d", "stock": 20},
        {"id": 2, "patient_id": 1, "medicine_id": 5, "pattern": "as_needed", "times": ""}
        | {"daily_maximum": 3, "starts_on": "-30d", "stock": 9, "added_by": 1},
    ],
    "prescriptions": [
        prescription(1, 1, "-60d", "+120d", repeats=1),
        prescription(2, 2, "-170d", "+10d", repeats=5, supplies=1),
        prescription(3, 1, "-300d", "-120d"),
    ],
    "dispensations": [{"id": 1, "prescription_id": 2, "collected_on": "-20d", "units": 30}],
    "vaccines": [
        {"id": 1, "name": "Winter flu", "booster_days": 365},
        {"id": 2, "name": "Marsh fever", "doses": 2, "interval_days": 30},
    ],
    "vaccinations": [
        {"id": 1, "patient_id": 1, "vaccine_id": 1, "dose": 1, "given_on": "-400d"},
        {"id": 2, "patient_id": 1, "vaccine_id": 2, "dose": 1, "given_on": "-10d"},
    ],
    "plans": [
        {"id": 1, "name": "Basic", "insurer": "Pier Mutual", "deductible": "100.00"}
        | {"yearly_maximum": "150.00"}
    ],
    "benefits": [
        {"id": 1, "plan_id": 1, "category": "consultation", "percent": 20, "tariff": "90.00"},
        {"id": 2, "plan_id": 1, "category": "imaging", "percent": 10, "preauthorisation": True},
        {"id": 3, "plan_id": 1, "category": "vaccination", "percent": 0, "deductible_free": True},
    ],
    "covers": [
        {"id": 1, "patient_id": 1, "plan_id": 1, "member_number": "M1", "starts_on": "-200d"},
        {"id": 2, "patient_id": 2, "plan_id": 1, "member_number": "M2", "starts_on": "-200d"},
    ],
    "documents": [
        {"id": 1, "patient_id": 1, "kind": "invoice", "title": "Invoice", "filename": "in.txt"}
        | {"content": "80.00", "added_by": 1, "added_at": "-3d"},
        {"id": 2, "patient_id": 1, "kind": "letter", "title": "Letter", "filename": "le.txt"}
        | {"content": "Hello", "added_by": 3, "added_at": "-3d"},
    ],
    "measurements": [
        {"id": n, "patient_id": 1, "kind": kind, "value": value, "second": second}
        | {"measured_at": at, "recorded_by": 1, "recorded_at": at}
        for n, (kind, value, second, at) in enumerate(
            (
                ("weight", "70.0", None, "-1d 07:00"),
                ("weight", "72.0", None, "-1d 08:00"),
                ("weight", "75.0", None, "-40d"),
                ("steps", "4000", None, "-1d 09:00"),
                ("steps", "3000", None, "-1d 19:00"),
                ("steps", "9000", None, "-2d 19:00"),
                ("blood_pressure", "145", "80", "-1d 07:00"),
            ),
            1,
        )
    ],
    "threads": [
        {"id": 1, "patient_id": 1, "provider_id": 1, "subject": "Travel", "last_at": "-1d"}
        | {"unread": True}
    ],
    "messages": [
        {"id": 1, "thread_id": 1, "user_id": 1, "body": "May I fly?", "sent_at": "-2d"},
        {"id": 2, "thread_id": 1, "user_id": 3, "from_practice": True, "body": "Yes."}
        | {"sent_at": "-1d"},
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("health"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@pier.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@pier.example", "plum")


@pytest.fixture
def iris(live):
    return live.login("iris@practice.example", "plum")


@pytest.fixture
def browser(live):
    return live.browser("ada@pier.example", "plum")


@pytest.fixture
def refusal():
    """The message of a refused request."""

    def message(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return message


@pytest.fixture
def day(live):
    """`day(3)`: the date three days after the start."""
    return lambda days: (current().start + timedelta(days=days)).date().isoformat()


@pytest.fixture
def later():
    """`later(hours=3)` moves the clock; it is put back afterwards."""
    moved = timedelta()

    def move(**by):
        nonlocal moved
        moved += timedelta(**by)
        current().advance(timedelta(**by))

    yield move
    current().advance(-moved)
