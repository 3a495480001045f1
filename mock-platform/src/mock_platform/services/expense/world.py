"""Believable expenses, from the shared world."""

import tomllib
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, Final

from mock_platform.services.expense.operations.money import mileage, per_diem
from mock_platform.world import DEMO_PASSWORD, Cast, World

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_RATE_DAYS: Final = (200, 90, 30)
"""How many days ago each of a currency's rates began."""
_TRIPS: Final = ("Fair in Velden", "Client in Kestrel Bay", "Course", "Site visit", "Supplies")


@dataclass
class Ledger:
    """The expenses of a firm in the making; `tables` gives the seed data.

    `people` are the users 1, 2, …; days count back from the trial's start.
    """

    world: World
    people: list[dict[str, Any]]
    reports: list[dict[str, Any]] = field(default_factory=list)
    receipts: list[dict[str, Any]] = field(default_factory=list)
    expenses: list[dict[str, Any]] = field(default_factory=list)
    approvals: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)

    def report(self, user: int, title: str, *, days: int, **values: Any) -> int:
        """Add a report that was begun so many days ago; its id."""
        number = len(self.reports) + 1
        record = {"id": number, "number": f"T-{1000 + number}", "user_id": user, "title": title}
        self.reports.append(record | {"created_at": f"-{days}d"} | values)
        self._note(number, user, "created", f"-{days}d")
        return number

    def spent(
        self,
        user: int,
        category: str,
        merchant: str,
        amount: Decimal | str,
        *,
        days: int,
        currency: str = "EUR",
        report: int | None = None,
        receipt: bool = False,
        **values: Any,
    ) -> int:
        """Add an expense; its id. LookupError if there is no rate for that day."""
        number = len(self.expenses) + 1
        amount = Decimal(amount)
        record: dict[str, Any] = {
            "id": number,
            "user_id": user,
            "report_id": report,
            "category_id": self._category(category),
            "spent_on": f"-{days}d",
            "merchant": merchant,
            "amount": str(amount),
            "currency": currency,
            "euros": str(_euros(amount, currency, days)),
            "created_at": f"-{days}d",
            **values,
        }
        if receipt:
            text = f"{merchant}\n{amount} {currency}\nThank you\n"
            record["receipt_id"] = len(self.receipts) + 1
            self.receipts.append(
                {
                    "id": record["receipt_id"],
                    "user_id": user,
                    "filename": f"receipt-{number}.txt",
                    "content": text,
                    "uploaded_at": f"-{days}d",
                }
            )
        self.expenses.append(record)
        return number

    def decided(self, report: int, user: int, decision: str, *, days: int, step: int = 1) -> None:
        number = len(self.approvals) + 1
        record = {"id": number, "report_id": report, "step": step, "user_id": user}
        self.approvals.append(record | {"decision": decision, "decided_at": f"-{days}d"})
        self._note(report, user, decision, f"-{days}d")

    def background(self) -> None:
        """Paid and open reports of everybody, and loose expenses of the first user."""
        for user in range(1, len(self.people) + 1):
            for count in range(3 if user == 1 else 2):
                self._past(user, 35 + 40 * count)
        for _ in range(4):
            self._everyday(1, self.world.rng.randint(1, 20), None)

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        rates = [
            {"currency": entry["currency"], "per_euro": rate, "valid_from": f"-{days}d"}
            for entry in _STOCK["rate"]
            for rate, days in zip(entry["rates"], _RATE_DAYS, strict=True)
        ]
        return {
            "users": self.people,
            "categories": [{"id": n, **c} for n, c in enumerate(_STOCK["category"], 1)],
            "rates": [{"id": n, **rate} for n, rate in enumerate(rates, 1)],
            "reports": self.reports,
            "receipts": self.receipts,
            "expenses": self.expenses,
            "approvals": self.approvals,
            "history": self.history,
        }

    def _past(self, user: int, days: int) -> None:
        """A report that was handed in, decided and paid."""
        manager = self.people[user - 1].get("manager_id") or 3
        submitted = {"submitted_at": f"-{days - 5}d", "decided_at": f"-{days - 7}d"}
        report = self.report(
            user,
            self.world.rng.choice(_TRIPS),
            days=days,
            state="paid",
            paid_at=f"-{days - 9}d",
            **submitted,
        )
        for _ in range(self.world.rng.randint(2, 4)):
            self._everyday(user, days + self.world.rng.randint(1, 8), report)
        self._note(report, user, "submitted", f"-{days - 5}d")
        self.decided(report, manager, "approved", days=days - 7)
        self._note(report, 3, "paid", f"-{days - 9}d")

    def _everyday(self, user: int, days: int, report: int | None) -> None:
        rng = self.world.rng
        entry = rng.choice(_STOCK["merchant"])
        low, high = entry["between"]
        amount = Decimal(rng.randint(low * 100, high * 100)) / 100
        people = 3 if entry["category"] == "MEAL" else 1
        self.spent(
            user,
            entry["category"],
            rng.choice(entry["names"]),
            amount,
            days=days,
            report=report,
            receipt=amount >= 25,
            quantity=people,
            note="Talked about the next order." if people > 1 else "",
        )

    def _category(self, code: str) -> int:
        return next(n for n, c in enumerate(_STOCK["category"], 1) if c["code"] == code)

    def _note(self, report: int, user: int, event: str, at: str) -> None:
        number = len(self.history) + 1
        self.history.append(
            {"id": number, "report_id": report, "user_id": user, "event": event, "at": at}
        )


def _euros(amount: Decimal, currency: str, days: int) -> Decimal:
    if currency == "EUR":
        return amount
    rates = next(entry["rates"] for entry in _STOCK["rate"] if entry["currency"] == currency)
    valid = [r for r, began in zip(rates, _RATE_DAYS, strict=True) if began >= days]
    if not valid:
        raise LookupError(f"no rate for {currency} {days} days ago")
    return (amount / Decimal(valid[-1])).quantize(Decimal("0.01"), ROUND_HALF_UP)


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The owner approves for three people, has a manager of their own, and an open trip."""
    roles = {1: "approver", 2: "approver", 3: "finance"}
    managers = {1: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 2: None}
    people = [
        {
            "id": number,
            "email": person.email,
            "name": person.name,
            "password": DEMO_PASSWORD,
            "role": roles.get(number, "employee"),
            "department": "Management" if number == 2 else "Projects",
            "manager_id": managers[number],
        }
        for number, person in enumerate(cast.staff, 1)
    ]
    ledger = Ledger(world, people)
    ledger.background()
    trip = ledger.report(1, "Trip to Halcyra", days=6, purpose="Meeting the new supplier")
    ledger.spent(
        1, "HOTEL", "Pension Orla", "1480.00", days=8, currency="KRO", report=trip, receipt=True
    )
    ledger.spent(1, "CAR", "", mileage(212), days=9, report=trip, kind="mileage", kilometres=212)
    meals = {"breakfast": 1, "lunch": 0, "dinner": 1}
    allowance = per_diem(1, 2, meals)
    ledger.spent(
        1,
        "DIEM",
        "",
        allowance,
        days=8,
        report=trip,
        kind="per_diem",
        full_days=1,
        part_days=2,
        breakfasts=1,
        dinners=1,
    )
    for user, title in ((4, "Fair in Velden"), (5, "Course")):
        handed_in = {"state": "submitted", "step": 1, "submitted_at": "-2d"}
        waiting = ledger.report(user, title, days=5, waiting_for=managers[user], **handed_in)
        ledger._everyday(user, 7, waiting)
        ledger.spent(user, "TAXI", "Blue Line Cabs", "31.50", days=6, report=waiting, receipt=True)
        ledger._note(waiting, user, "submitted", "-2d")
    ledger.spent(4, "TAXI", "Station Taxi", "74.00", days=6, report=len(ledger.reports) - 1)
    return ledger.tables()
