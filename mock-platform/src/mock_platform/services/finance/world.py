"""A firm's books with a year of history, and a scenario's own records among the rest."""

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from mock_platform.services.finance import policy
from mock_platform.services.finance.history import Year
from mock_platform.services.finance.numbers import invoice_key
from mock_platform.world import DEMO_PASSWORD, Cast, Person, World

STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
FIRST: Final = 10_000

type Record = dict[str, Any]


@dataclass
class Ledger:
    """The books of a firm; `tables` is the seed data of the service.

    Every method adds a record, or several that belong together, and returns the main one. Days are
    texts as `months` reads them.
    """

    world: World
    tables: dict[str, list[Record]] = field(default_factory=dict)
    _accounts: dict[str, int] = field(default_factory=dict)

    @property
    def rng(self) -> random.Random:
        return self.world.rng

    def add(self, table: str, **values: Any) -> Record:
        """Add a record with the next id."""
        rows = self.tables.setdefault(table, [])
        rows.append({"id": len(rows) + 1, **values})
        return rows[-1]

    def user(self, name: str, email: str, role: str, password: str = DEMO_PASSWORD) -> Record:
        return self.add("users", name=name, email=email, role=role, password=password)

    def chart(self) -> None:
        """The usual accounts and the two bank accounts."""
        for code, name, kind in STOCK["account"]:
            self._accounts[code] = self.add("accounts", code=code, name=name, kind=kind)["id"]
        for code, bank in STOCK["banks"]:
            self.add("bank_accounts", account_id=self.account(code), bank=bank, iban=self.iban())

    def account(self, code: str) -> int:
        """The id of an account; KeyError."""
        return self._accounts[code]

    def iban(self) -> str:
        return f"ZZ{self.rng.randint(10, 99)}{self.rng.randint(10**13, 10**14 - 1)}"

    def vendor(self, name: str, **values: Any) -> Record:
        """A vendor with confirmed bank details unless `values` say otherwise."""
        usual = {
            "tax_id": f"ZZ-{self.rng.randint(10**7, 10**8 - 1)}",
            "iban": self.iban(),
            "terms_days": self.rng.choice([14, 30, 30, 45]),
            "address": str(self.world.address()),
        }
        return self.add("vendors", name=name, **(usual | values))

    def transaction(
        self,
        day: str,
        sides: list[tuple[str, Decimal]],
        *,
        kind: str = "manual",
        posted: bool = True,
        by: int = 1,
        **values: Any,
    ) -> Record:
        """`sides` are account codes with amounts, debits positive; they have to balance."""
        assert sum(amount for _, amount in sides) == 0
        number = len(self.tables.get("transactions", [])) + 1
        signed = {"posted_by": by, "posted_at": "-1h"} if posted and "month" not in day else {}
        entry = self.add(
            "transactions",
            number=f"T-{FIRST + number}",
            day=day,
            kind=kind,
            status="posted" if posted else "draft",
            total=sum((amount for _, amount in sides if amount > 0), policy.ZERO),
            entered_by=by,
            entered_at=moment(day),
            **signed,
            **values,
        )
        for code, amount in sides:
            self.add(
                "postings",
                transaction_id=entry["id"],
                account_id=self.account(code),
                amount=amount,
                day=day,
                posted=posted,
            )
        return entry

    def order(
        self,
        vendor: Record,
        day: str,
        lines: list[Record],
        *,
        status: str = "approved",
        by: int = 5,
    ) -> Record:
        """`lines` have account (code), description, quantity, unit_price and received."""
        total = sum((line["unit_price"] * line["quantity"] for line in lines), policy.ZERO)
        order = self.add(
            "purchase_orders",
            number=f"PO-{FIRST + len(self.tables.get('purchase_orders', [])) + 1}",
            vendor_id=vendor["id"],
            ordered_on=day,
            status=status,
            total=total,
            entered_by=by,
            approved_by=None if status == "draft" else 2,
        )
        for line in lines:
            account = self.account(line["account"])
            values = {name: value for name, value in line.items() if name != "account"}
            row = self.add("order_lines", order_id=order["id"], account_id=account, **values)
            if row.get("received"):
                self.add(
                    "receipts",
                    order_line_id=row["id"],
                    quantity=row["received"],
                    received_on=day,
                    received_by=by,
                )
        return order

    def invoice(
        self,
        vendor: Record,
        number: str,
        day: str,
        lines: list[Record],
        *,
        status: str = "received",
        order: Record | None = None,
        by: int = 5,
        **values: Any,
    ) -> Record:
        """An invoice as it stands; approved and paid ones are booked on its day."""
        done = [_amounts(line) for line in lines]
        net = sum((line["net"] for line in done), policy.ZERO)
        tax = sum((line["tax"] for line in done), policy.ZERO)
        invoice = self.add(
            "invoices",
            reference=f"INV-{FIRST + len(self.tables.get('invoices', [])) + 1}",
            vendor_id=vendor["id"],
            number=number,
            number_key=invoice_key(number),
            invoiced_on=day,
            due_on=later(day, vendor["terms_days"]),
            status=status,
            net=net,
            tax=tax,
            total=net + tax,
            order_id=order["id"] if order else None,
            entered_by=by,
            entered_at=moment(day),
            approved_by=2 if status in ("approved", "paid") else None,
            **values,
        )
        for line in done:
            account = self.account(line.pop("account"))
            self.add("invoice_lines", invoice_id=invoice["id"], account_id=account, **line)
        if status in ("approved", "paid"):
            sides = [(line["account"], _amounts(line)["net"]) for line in lines]
            sides += [(policy.INPUT_TAX, tax), (policy.PAYABLES, -net - tax)]
            self.transaction(
                day,
                [side for side in sides if side[1]],
                kind="invoice",
                by=2,
                memo=f"Invoice {number}",
                counterparty=vendor["name"],
                invoice_id=invoice["id"],
            )
        return invoice

    def payment_run(
        self, invoices: list[Record], day: str, *, paid: bool = True, by: int = 5
    ) -> Record:
        """Pay invoices from the current account, or plan to."""
        run = self.add(
            "payment_runs",
            number=f"PR-{FIRST + len(self.tables.get('payment_runs', [])) + 1}",
            bank_account_id=1,
            pay_on=day,
            status="paid" if paid else "draft",
            total=sum((invoice["total"] for invoice in invoices), policy.ZERO),
            entered_by=by,
            approved_by=2 if paid else None,
        )
        for invoice in invoices:
            vendor = self.tables["vendors"][invoice["vendor_id"] - 1]
            self.add(
                "payments",
                run_id=run["id"],
                invoice_id=invoice["id"],
                amount=invoice["total"],
                iban=vendor["iban"],
            )
            if paid:
                self.transaction(
                    day,
                    [(policy.PAYABLES, invoice["total"]), ("1200", -invoice["total"])],
                    kind="payment",
                    by=2,
                    memo=f"Payment of {invoice['number']}, run {run['number']}",
                    counterparty=vendor["name"],
                    invoice_id=invoice["id"],
                )
        return run

    def note(self, day: str, user_id: int, action: str, subject: str, text: str = "") -> Record:
        """A line of the history."""
        values = {"user_id": user_id, "action": action, "subject": subject, "text": text}
        return self.add("history", at=moment(day), **values)


def books(
    world: World,
    staff: Sequence[Person],
    clients: Sequence[str],
    passwords: Mapping[str, str] | None = None,
) -> tuple[Ledger, Year]:
    """A year of a firm's books, of which the last two months are not closed.

    Two controllers, two approvers, then clerks (at least five); the year's vendors have their
    goods beside them. `passwords` are by address; whoever has none there gets a secret one.
    """
    ledger = Ledger(world)
    roles = ["controller", "controller", "approver", "approver", *["clerk"] * len(staff)]
    for person, role in zip(staff, roles, strict=False):
        password = DEMO_PASSWORD
        if passwords is not None:
            password = passwords.get(person.email) or ledger.iban()
        ledger.user(person.name, person.email, role, password)
    ledger.chart()
    year = Year(ledger, list(clients), STOCK)
    year.write()
    return ledger, year


def demo(world: World, cast: Cast) -> dict[str, list[Record]]:
    """The books of the cast's firm."""
    ledger, _ = books(world, cast.staff, [person.name for person in cast.clients])
    return ledger.tables


def moment(day: str) -> str:
    """Some time on a day."""
    if day == "today":
        return "-1h"
    return day if day.endswith(("h", "m")) else f"{day} 10:15"


def later(day: str, days: int) -> str:
    """So many days after a day."""
    if "month" in day:
        return f"{day}+{days}d"
    return f"{days + (0 if day == 'today' else int(day.rstrip('d'))):+}d"


def _amounts(line: Record) -> Record:
    values = {"quantity": 1, "tax_code": "standard", **line}
    net = policy.cents(values["unit_price"] * values["quantity"])
    return {**values, "net": net, "tax": policy.tax_on(net, values["tax_code"])}
