"""Seven invoices to match: the books know too little of one delivery and too much of another."""

from decimal import Decimal
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox, Sender
from mock_platform.services.finance.policy import APPROVAL_LIMITS, highest_price
from mock_platform.services.finance.world import Ledger, books

BOOKS_PASSWORD = "willow-kettle-73"
MAIL_PASSWORD = "granite-swift-20"
CLERK = 10
"""The user number of the clerk who took the invoices in."""


class Purchases:
    """Orders, what came of them, and the invoices that wait."""

    def __init__(self, draw: Draw, ledger: Ledger) -> None:
        self.draw, self.ledger = draw, ledger
        self.vendors: dict[str, dict[str, Any]] = {}
        self.invoices: dict[str, dict[str, Any]] = {}
        self.lines: dict[str, int] = {}
        """Case → the id of its last order line."""

    def price(self, low: int, high: int) -> Decimal:
        return Decimal(self.draw.integer(low, high)) + Decimal("0.45")

    def add(
        self, case: str, lines: list[tuple[str, Decimal, int, int, Decimal]], day: int
    ) -> dict[str, Any]:
        """`lines` are (item, price ordered, pieces, pieces that came, price billed)."""
        ledger, world = self.ledger, self.ledger.world
        firm = world.firm("supplies")
        vendor = ledger.vendor(
            firm.name, email=f"billing@{firm.domain}", phone=world.phone(), terms_days=30
        )
        self.vendors[case] = vendor
        first = len(ledger.tables["order_lines"]) + 1
        before = len(ledger.tables["receipts"])
        order = ledger.order(
            vendor,
            f"-{day + 12}d",
            [
                {
                    "account": "6420",
                    "description": item,
                    "quantity": pieces,
                    "unit_price": price,
                    "received": came,
                }
                for item, price, pieces, came, _ in lines
            ],
            by=self.draw.integer(6, 9),
        )
        for receipt in ledger.tables["receipts"][before:]:
            receipt["received_on"] = f"-{day + 3}d"
        number = f"{vendor['name'][:2].upper()}-{self.draw.integer(2100, 8900)}"
        self.invoices[case] = ledger.invoice(
            vendor,
            number,
            f"-{day}d",
            [
                {
                    "account": "6420",
                    "description": item,
                    "quantity": pieces,
                    "unit_price": billed,
                    "order_line_id": first + place,
                }
                for place, (item, _, pieces, _, billed) in enumerate(lines)
            ],
            order=order,
            by=CLERK,
        )
        self.lines[case] = len(ledger.tables["order_lines"])
        return vendor

    def accounts(self, case: str) -> Sender:
        vendor = self.vendors[case]
        return Sender(f"{vendor['name']}, accounts", vendor["email"])


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("engineering")
    staff = world.people(11, office)
    controller, owner, clerk, store = staff[1], staff[2], staff[CLERK - 1], staff[10]
    names = {p.first for p in (controller, owner, clerk, store)}
    draw.require(len(names) == 4, "people of different first names")
    clients = [world.firm(kind).name for kind in ("consulting", "health", "finance", "media")]
    ledger, _ = books(world, staff, clients, {owner.email: BOOKS_PASSWORD})

    buy = Purchases(draw, ledger)
    lamp, headset, arm, monitor = (
        buy.price(38, 69),
        buy.price(80, 140),
        buy.price(90, 130),
        buy.price(210, 290),
    )
    dock, keyboard, printer, station = (
        buy.price(140, 190),
        buy.price(60, 95),
        buy.price(170, 240),
        buy.price(1090, 1250),
    )
    count = draw.integer(8, 12)
    late, missing, returned = draw.integer(2, 4), draw.integer(2, 4), draw.integer(2, 3)
    dear = arm + draw.integer(6, 9)
    cases = draw.shuffle(
        [
            ("exact", [("Desk lamp", lamp, count, count, lamp)]),
            ("near", [("Headset", headset, 6, 6, highest_price(headset))]),
            (
                "dear",
                [("Monitor, 27 inch", monitor, 4, 4, monitor), ("Monitor arm", arm, 8, 8, dear)],
            ),
            ("late", [("Docking station", dock, count, count - late, dock)]),
            ("short", [("Keyboard and mouse", keyboard, count, count - missing, keyboard)]),
            ("back", [("Label printer", printer, 7, 7, printer)]),
            ("big", [("Workstation", station, 9, 9, station)]),
        ]
    )
    for place, (case, lines) in enumerate(cases):
        buy.add(case, lines, 2 + place // 2)
    limit = APPROVAL_LIMITS["approver"]
    assert limit is not None
    draw.require(buy.invoices["big"]["total"] > limit, "an invoice above the limit")
    right = {
        "dear": monitor * 4 + arm * 8,
        "short": keyboard * (count - missing),
        "back": printer * (7 - returned),
    }
    wrong = {
        "dear": [monitor * 4 + highest_price(arm) * 8],
        "short": [keyboard * n for n in range(2, count + 1)],
        "back": [printer * n for n in range(2, 8)],
    }

    def fair(invoice: dict[str, Any], amount: Decimal) -> set[Decimal]:
        """Amounts that a mail may give: of the invoice, before tax and with it, and what is off."""
        net = invoice["net"]
        return {amount, net, net - amount, invoice["tax"], invoice["total"], invoice["total"] - net}

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{office.name}")
    box.background([p for p in staff if p is not owner])

    def says(subject: str, text: str, days: int, at: str) -> None:
        body = f"Hi {owner.first},\n\n{text}\n\n{store.first}"
        box.thread(Mail(store, [owner], subject, body, days=days, at=at))

    vendor = {case: found["name"] for case, found in buy.vendors.items()}
    says(
        "Docking stations",
        f"the other {late} docking stations from {vendor['late']} came this morning with another "
        f"driver. I have counted and unpacked them, nothing is missing now. I can't get into "
        f"Ledgerline out here this week, so somebody at the office would have to book them in.",
        2,
        "11:20",
    )
    says(
        "Label printers",
        f"you'll see all seven label printers from {vendor['back']} in Ledgerline, since I booked "
        f"them in before I opened the boxes. {returned} of them were for another voltage and went "
        f"back with the driver. They have no others, so we do without those.",
        4,
        "16:05",
    )
    says(
        "Headsets",
        f"two of the headsets from {vendor['near']} crackled and I sent them in. The new ones are "
        f"here and are fine, so that's all six, as booked.",
        3,
        "09:47",
    )
    says(
        "Keyboards",
        f"{vendor['short']} still owe us {missing} of the {count} keyboards with mouse. Their "
        f"driver says they ran out and will deliver those some time next month. I booked in what "
        f"is here.",
        5,
        "13:32",
    )
    box.thread(
        Mail(
            buy.accounts("short"),
            [owner],
            f"Invoice {buy.invoices['short']['number']}",
            f"Dear {owner.first},\n\nour invoice {buy.invoices['short']['number']} is with you. "
            f"All {count} sets have left our warehouse, so please book the delivery and release "
            f"the invoice.\n\nWith kind regards\n{vendor['short']}",
            days=2,
            at="15:51",
            unread=True,
        ),
    )
    return Scenario(
        instruction=f"""
            While I was away {clerk.name} took in a pile of invoices from vendors of hardware, and
            they are all still waiting. Please see to those (only the ones {clerk.first} entered)
            in Ledgerline, by our rules there: match what agrees with its order and what we got,
            and approve it as far as I may. {store.first} in our store has written to me about
            some of the deliveries; if something that came isn't booked in yet, please do that too.

            Put what we should not pay as it stands into dispute, and write to that vendor's
            billing address, one mail for each: which invoice it is, what is wrong, and what it
            ought to come to before tax, at the prices we ordered at, for what we got and kept.

            Ledgerline: {url("finance")}, {owner.email}, password {BOOKS_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"finance": ledger.tables, "email": box.tables()},
        told={
            "books": url("finance"),
            "books_password": BOOKS_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "clerk": clerk.name,
            "store": store.first,
        },
        expected={
            "owner": owner.email,
            "invoices": {case: found["reference"] for case, found in buy.invoices.items()},
            "vendors": {case: found["email"] for case, found in buy.vendors.items()},
            "lines": sorted(buy.lines.values()),
            "late_line": buy.lines["late"],
            "late_pieces": late,
            "letters": [
                {
                    "case": case,
                    "to": buy.vendors[case]["email"],
                    "number": buy.invoices[case]["number"],
                    "right": amount,
                    "wrong": sorted({*wrong[case]} - fair(buy.invoices[case], amount)),
                }
                for case, amount in right.items()
            ],
        },
    )
