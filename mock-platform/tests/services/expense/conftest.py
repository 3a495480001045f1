"""A small Tally: a clerk, her manager, his manager, finance; a draft and loose expenses."""

import pytest

from mock_platform.kit import get_service


def user(number, name, password, role="employee", manager_id=None):
    email = f"{name.split()[0].lower()}@tally.example"
    base = {"id": number, "email": email, "name": name, "password": password}
    return base | {"role": role, "manager_id": manager_id}


def spent(number, user_id, merchant, amount, days=3, **values):
    base = {"id": number, "user_id": user_id, "category_id": 1, "merchant": merchant}
    base |= {"amount": amount, "euros": amount, "spent_on": f"-{days}d", "created_at": "-1d"}
    return base | values


def receipt(number, user_id, name="bill.txt"):
    base = {"id": number, "user_id": user_id, "filename": name}
    return base | {"content": "Paid. <script>", "uploaded_at": "-1d"}


SEED = {
    "users": [
        user(1, "Ada Quill", "plum", manager_id=2),
        user(2, "Bruno Vance", "fig", "approver", manager_id=3),
        user(3, "Celia Stroud", "pear", "approver"),
        user(4, "Dario Sato", "kiwi", "finance", manager_id=3),
        user(5, "Edda Falk", "nut", "finance", manager_id=3),
        user(6, "Farid Moreau", "lime", manager_id=2),
    ],
    "categories": [
        {"id": 1, "code": "MISC", "name": "Sundries"},
        {"id": 2, "code": "HOTEL", "name": "Hotel", "limit": "150.00", "unit": "night"},
        {"id": 4, "code": "CAR", "name": "Own car", "kind": "mileage"},
        {"id": 5, "code": "DIEM", "name": "Per diem", "kind": "per_diem"},
        {"id": 6, "code": "TAXI", "name": "Taxi", "limit": "60.00"},
        {"id": 3, "code": "OLD", "name": "Old", "active": False},
    ],
    "rates": [
        {"id": 1, "currency": "KRO", "per_euro": "7.50", "valid_from": "-100d"},
        {"id": 2, "currency": "KRO", "per_euro": "7.00", "valid_from": "-5d"},
    ],
    "receipts": [receipt(1, 1), receipt(2, 1), receipt(3, 6), receipt(4, 1), receipt(5, 1)],
    "reports": [
        {"id": 1, "number": "T-1001", "user_id": 1, "title": "Trip", "created_at": "-2d"},
        {"id": 2, "number": "T-1002", "user_id": 6, "title": "His", "created_at": "-2d"},
    ],
    "expenses": [
        spent(1, 1, "Ferry", "80.00", report_id=1, receipt_id=1),
        spent(2, 1, "Tea", "4.50"),
        spent(3, 1, "Crane", "1200.00", receipt_id=2),
        spent(4, 1, "Old bus", "10.00", days=61, note="Forgotten in a coat"),
        spent(5, 1, "Ancient bus", "10.00", days=181, note="Found in the attic"),
        spent(6, 6, "Farid's tea", "5.00"),
        spent(7, 1, "Yacht", "5000.00", receipt_id=4),
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("expense"), SEED).reset()


@pytest.fixture
def people(live):
    """The clients of Ada, Bruno, Celia, Dario, Edda and Farid."""
    names = {"ada": "plum", "bruno": "fig", "celia": "pear", "dario": "kiwi"}
    names |= {"edda": "nut", "farid": "lime"}
    return {name: live.login(f"{name}@tally.example", word) for name, word in names.items()}


@pytest.fixture
def ada(people):
    return people["ada"]


@pytest.fixture
def browser(live):
    return live.browser("ada@tally.example", "plum")


@pytest.fixture(name="refusal")
def _refusal():
    def message(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return message


@pytest.fixture
def decide():
    def run(client, decision="approved", comment="Because", number="T-1001"):
        body = {"decision": decision, "comment": comment}
        return client.post(f"/api/reports/{number}/decision", json=body)

    return run
