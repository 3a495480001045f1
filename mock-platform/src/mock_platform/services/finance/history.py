"""A year of a firm's life in its books, for the demo world."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mock_platform.services.finance import policy

if TYPE_CHECKING:
    from mock_platform.services.finance.world import Ledger, Record

LOCKED_BEFORE = -1
"""The months before this one are locked."""


class Year:
    """Writes twelve months into a ledger: past ones are done, the last two are in work."""

    def __init__(self, ledger: Ledger, clients: list[str], stock: dict[str, Any]) -> None:
        self.ledger = ledger
        self.clients = clients
        self.stock = stock
        self.vendors: list[tuple[Record, Record]] = []
        self.counts: dict[int, int] = {}

    def write(self) -> None:
        """All of it."""
        self._vendors()
        self._opening()
        for month in range(-11, 1):
            self._sales_and_costs(month)
            self._purchases(month)
        self._open_work()
        self._assets()
        self._budgets()
        self._portfolio()
        for month in range(-11, LOCKED_BEFORE):
            day = f"{month:+}month last+6d"
            ledger = self.ledger
            ledger.add("periods", month=f"{month:+}month", changed_by=1, changed_at=f"{day} 16:00")
            ledger.note(day, 1, "locked", "a month")

    def _vendors(self) -> None:
        for goods in self.stock["goods"]:
            for _ in range(3):
                firm = self.ledger.world.firm(goods["trade"])
                mail = f"billing@{firm.domain}"
                phone = self.ledger.world.phone()
                vendor = self.ledger.vendor(firm.name, email=mail, phone=phone)
                self.vendors.append((vendor, goods))
        first, second = self.vendors[0][0], self.vendors[5][0]
        self.ledger.vendor(f"{first['name']} Ltd", iban=first["iban"], tax_id="")
        blocked = self.stock["words"]["blocked"][0]
        self.ledger.vendor(f"{second['name']} Outlet", blocked=True, blocked_reason=blocked)
        fresh = {"bank_entered_by": 6, "bank_confirmed": False}
        self.ledger.vendor(self.ledger.world.firm("supplies").name, **fresh)
        changed = self.vendors[-1][0]
        changed.update(fresh)
        self.ledger.note("-4d", 6, "changed the bank details of", f"V-{changed['id']}")

    def _opening(self) -> None:
        cost = sum((Decimal(asset["cost"]) for asset in self.stock["asset"]), policy.ZERO)
        sides = [("1200", Decimal(165_000)), ("1210", Decimal(60_000)), ("1500", cost)]
        sides.append(("2200", Decimal(-40_000)))
        sides.append(("3000", -sum((amount for _, amount in sides), policy.ZERO)))
        self.ledger.transaction("-12month 1", sides, kind="opening", memo="Opening balances")

    def _sales_and_costs(self, month: int) -> None:
        rng, ledger = self.ledger.rng, self.ledger
        days = [f"{month:+}month {day}" for day in (3, 9, 16, 24)]
        if month == 0:
            days = ["-6d", "-4d", "-3d", "-1d"]
        for day, client in zip(days, rng.sample(self.clients, len(self.clients)), strict=False):
            net = Decimal(rng.randint(90, 190) * 50)
            tax = policy.tax_on(net, "standard")
            sides = [("1200", net + tax), (rng.choice(["4000", "4000", "4100"]), -net)]
            memo = "Payment of our fee note"
            more: dict[str, Any] = {"kind": "bank", "memo": memo, "counterparty": client}
            ledger.transaction(day, [*sides, ("2400", -tax)], by=rng.randint(5, 9), **more)
        if month < 0:
            salaries = Decimal(rng.randint(186, 196) * 100)
            sides = [("6000", salaries), ("1200", -salaries)]
            ledger.transaction(f"{month:+}month 25", sides, memo="Salaries")
            sides = [("6100", Decimal(2350)), ("1200", Decimal(-2350))]
            ledger.transaction(f"{month:+}month 1", sides, memo="Rent of the offices")
        for place, (memo, code, low, high) in enumerate(self.stock["bank"]["lines"]):
            amount = Decimal(rng.randint(low * 100, high * 100)) / 100
            day = f"{month:+}month {4 + place * 4}" if month else f"-{place + 1}d"
            sides = [(code, amount), ("1200", -amount)]
            ledger.transaction(day, sides, kind="bank", by=rng.randint(5, 9), memo=memo)

    def _line(self, goods: Record) -> Record:
        rng, (low, high) = self.ledger.rng, goods["prices"]
        return {
            "account": goods["account"],
            "description": rng.choice(goods["items"]),
            "quantity": rng.randint(1, goods["most"]),
            "unit_price": Decimal(rng.randint(low * 20, high * 20)) / 20,
        }

    def _number(self, vendor: Record) -> str:
        count = self.counts[vendor["id"]] = self.counts.get(vendor["id"], 0) + 1
        return f"{vendor['name'][:2].upper()}-{vendor['id'] * 37 + 100}/{count:03}"

    def _purchase(
        self, vendor: Record, goods: Record, day: str, status: str, *, short: int = 0, **values: Any
    ) -> Record:
        """An order, what came of it, and its invoice; `short`: so much less came."""
        line = self._line(goods)
        line["quantity"] += short
        received = line["quantity"] - short
        by = self.ledger.rng.randint(5, 9)
        order = self.ledger.order(vendor, day, [line | {"received": received}], by=by)
        billed = line | {"order_line_id": len(self.ledger.tables["order_lines"])}
        number = self._number(vendor)
        more = {"status": status, "order": order, "by": by, **values}
        return self.ledger.invoice(vendor, number, day, [billed], **more)

    def _purchases(self, month: int) -> None:
        rng = self.ledger.rng
        if month == 0:
            return
        paid = []
        for place in range(6):
            vendor, goods = rng.choice(self.vendors[:-1])
            day = f"{month:+}month {2 + place * 4}"
            status = "approved" if month == -1 and place > 2 else "paid"
            invoice = self._purchase(vendor, goods, day, status)
            self.ledger.note(day, 2, "approved", invoice["reference"], str(invoice["total"]))
            paid += [invoice] if status == "paid" else []
        self.ledger.payment_run(paid, f"{month:+}month 27")

    def _open_work(self) -> None:
        ledger, rng = self.ledger, self.ledger.rng
        for place, status in enumerate(["received", "received", "matched", "matched", "received"]):
            vendor, goods = self.vendors[place * 2]
            self._purchase(vendor, goods, f"-{place + 2}d", status, short=int(place in (1, 4)))
        vendor, goods = self.vendors[3]
        reason = self.stock["words"]["disputes"][0]
        more = {"disputed_from": "matched", "reason": reason}
        self._purchase(vendor, goods, "-9d", "disputed", **more)
        approved = [self._purchase(*self.vendors[n], "-35d", "approved") for n in (1, 4, 7)]
        ledger.payment_run(approved[:2], "today", paid=False, by=6)
        vendor, goods = self.vendors[8]
        small = self._line(goods) | {"quantity": 1, "unit_price": Decimal("180.00")}
        ledger.invoice(vendor, self._number(vendor), "-2d", [small], by=7)
        ledger.invoice(vendor, self._number(vendor), "-1d", [small], status="draft", by=1)
        for place, (vendor, goods) in enumerate(self.vendors[9:13]):
            line = self._line(goods) | {"received": 0}
            status = "draft" if place < 2 else "approved"
            ledger.order(vendor, f"-{place + 1}d", [line], status=status, by=rng.randint(5, 9))
        for place, memo in enumerate(self.stock["bank"]["unsorted"]):
            amount = Decimal(rng.randint(900, 42_000)) / 100
            sides = [(policy.SUSPENSE, amount), ("1200", -amount)]
            more = {"kind": "bank", "posted": False, "memo": memo}
            ledger.transaction(f"-{place + 1}d", sides, by=rng.randint(5, 9), **more)
        sides = [("6000", Decimal(900)), ("1200", Decimal(-900))]
        ledger.transaction("-1d", sides, posted=False, by=6, memo="Bonus for the fair team")

    def _assets(self) -> None:
        ledger = self.ledger
        rows = [
            ledger.add(
                "assets",
                code=f"FA-{10_001 + place}",
                name=asset["name"],
                acquired_on=f"-12month {3 + place}",
                cost=Decimal(asset["cost"]),
                salvage=Decimal(asset["salvage"]),
                method="declining" if "rate" in asset else "straight_line",
                life_months=asset.get("life", 60),
                rate=asset.get("rate"),
                accumulated=policy.ZERO,
            )
            for place, asset in enumerate(self.stock["asset"])
        ]
        for month in range(-11, LOCKED_BEFORE):
            amounts = [(row, _depreciation(row)) for row in rows]
            total = sum((amount for _, amount in amounts), policy.ZERO)
            day = f"{month:+}month last"
            sides = [(policy.DEPRECIATION, total), (policy.ACCUMULATED, -total)]
            entry = ledger.transaction(day, sides, kind="depreciation", memo="Depreciation")
            values = {"run_by": 1, "run_at": f"{day} 17:00", "transaction_id": entry["id"]}
            run = ledger.add("depreciation_runs", month=day, total=total, **values)
            for row, amount in amounts:
                row["accumulated"] += amount
                ledger.add("depreciations", run_id=run["id"], asset_id=row["id"], amount=amount)

    def _budgets(self) -> None:
        amounts = {"6200": 1500, "6300": 900, "6350": 2500, "6400": 600, "6420": 1200, "6450": 2000}
        amounts |= {"6000": 19_500, "6150": 600, "6250": 300}
        for month in range(-5, 2):
            for code, amount in amounts.items():
                account = self.ledger.account(code)
                self.ledger.add(
                    "budgets", account_id=account, month=f"{month:+}month", amount=Decimal(amount)
                )

    def _portfolio(self) -> None:
        ledger, rng = self.ledger, self.ledger.rng
        prices: dict[tuple[int, int], Decimal] = {}
        for symbol, name, start in self.stock["securities"]["list"]:
            security = ledger.add("securities", symbol=symbol, name=name)["id"]
            price = start
            for back in range(-80, 11):
                price = max(100, price + rng.randint(-start // 60, start // 55))
                prices[security, back] = Decimal(price) / 100
                day = f"{back:+}b" if back else "today"
                ledger.add("prices", security_id=security, day=day, price=prices[security, back])
        for security, back, count in ((1, -70, 120), (2, -64, 60), (1, -40, 80), (3, -31, 200)):
            self._trade(security, back, count, prices[security, back], "buy")
        self._trade(1, -20, 150, prices[1, -20], "sell")
        self._trade(4, -1, 20, prices[4, -1], "buy", settled=False)
        limit = policy.cents(prices[5, 0] * 95 / 100)
        ledger.add(
            "trades",
            number=f"TR-{10_001 + len(ledger.tables['trades'])}",
            security_id=5,
            bank_account_id=1,
            side="buy",
            kind="limit",
            quantity=300,
            limit_price=limit,
            placed_on="-2d",
            placed_by=1,
            valid_until="+28d",
        )

    def _trade(
        self,
        security: int,
        back: int,
        count: int,
        price: Decimal,
        side: str,
        *,
        settled: bool = True,
    ) -> None:
        ledger, day = self.ledger, f"{back:+}b"
        value = price * count
        fee = policy.trade_fee(value)
        trade = ledger.add(
            "trades",
            number=f"TR-{10_001 + len(ledger.tables.get('trades', []))}",
            security_id=security,
            bank_account_id=1,
            side=side,
            quantity=count,
            status="settled" if settled else "executed",
            placed_on=day,
            placed_by=1,
            executed_on=day,
            price=price,
            value=value,
            fee=fee,
            settles_on=f"{back + 2:+}b",
        )
        money = -value - fee if side == "buy" else value - fee
        cost = value + fee
        sides = [(policy.CLEARING, money)]
        if side == "buy":
            lot = {"security_id": security, "trade_id": trade["id"], "bought_on": day}
            ledger.add("lots", **lot, bought=count, quantity=count, cost=cost)
            sides.append((policy.SECURITIES, cost))
        else:
            cost = self._sell(trade, value - fee)
            trade["gain"] = money - cost
            sides += [(policy.SECURITIES, -cost), (policy.GAINS, cost - money)]
        more: dict[str, Any] = {"kind": "trade", "memo": f"{side.capitalize()}, {trade['number']}"}
        ledger.transaction(day, sides, **more)
        if settled:
            sides = [("1200", money), (policy.CLEARING, -money)]
            more["memo"] = f"Settlement of {trade['number']}"
            ledger.transaction(f"{back + 2:+}b", sides, **more)

    def _sell(self, trade: Record, proceeds: Decimal) -> Decimal:
        """Take the pieces from the oldest lots; what they had cost."""
        wanted, total, shared = trade["quantity"], policy.ZERO, policy.ZERO
        for lot in self.ledger.tables["lots"]:
            if lot["security_id"] != trade["security_id"] or not wanted or not lot["quantity"]:
                continue
            count = min(wanted, lot["quantity"])
            part = policy.cents(lot["cost"] * count / lot["quantity"])
            wanted -= count
            share = policy.cents(proceeds * count / trade["quantity"])
            share = share if wanted else proceeds - shared
            shared += share
            lot["quantity"] -= count
            lot["cost"] -= part
            total += part
            values = {"quantity": count, "cost": part, "gain": share - part}
            self.ledger.add("lot_sales", trade_id=trade["id"], lot_id=lot["id"], **values)
        return total


def _depreciation(asset: Record) -> Decimal:
    if asset["rate"]:
        return policy.cents((asset["cost"] - asset["accumulated"]) * asset["rate"] / 1200)
    return policy.cents((asset["cost"] - asset["salvage"]) / asset["life_months"])
