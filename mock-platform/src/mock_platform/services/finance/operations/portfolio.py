"""The portfolio: holdings, orders, settlement, and gains by first in, first out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import (
    BankAccount,
    Lot,
    LotSale,
    OrderKind,
    Price,
    Security,
    Trade,
    TradeStatus,
    User,
)
from mock_platform.services.finance.models import (
    Side as TradeSide,
)
from mock_platform.services.finance.operations.books import (
    Side,
    balance_of,
    book,
    find_account,
    find_bank_account,
    next_number,
    note,
)
from mock_platform.services.finance.operations.rights import check_limit, require, within_limit
from mock_platform.services.finance.operations.values import Code, Positive, Quantity
from mock_platform.services.finance.policy import (
    CLEARING,
    GAINS,
    LIMIT_ORDER_DAYS,
    SECURITIES,
    SETTLEMENT_DAYS,
    ZERO,
    cents,
    trade_fee,
)


class NewTrade(BaseModel):
    """`limit_price` is for limit orders: the most to pay, or the least to get."""

    symbol: Code
    side: TradeSide
    kind: OrderKind = "market"
    quantity: Quantity
    limit_price: Positive | None = None
    bank_account: Code


@dataclass(frozen=True)
class Holding:
    """What is held of a security: `cost` with fees, `value` at the day's price."""

    security: Security
    quantity: int
    cost: Decimal
    price: Decimal | None
    value: Decimal

    @property
    def gain(self) -> Decimal:
        return self.value - self.cost


@dataclass(frozen=True)
class FullTrade:
    trade: Trade
    security: Security
    sales: Sequence[tuple[LotSale, Lot]]


@operation
def list_holdings(db: Session) -> list[Holding]:
    """Every security with what is held of it and the day's price."""
    statement = select(Lot.security_id, func.sum(Lot.quantity), func.sum(Lot.cost))
    held = {n: (q, c) for n, q, c in db.exec(statement.group_by(col(Lot.security_id)))}
    holdings = []
    for security in db.exec(select(Security).order_by(Security.symbol)):
        quantity, cost = held.get(security.key, (0, ZERO))
        price = price_of(db, security, today())
        value = (price or ZERO) * quantity
        holdings.append(Holding(security, quantity, cost, price, value))
    return holdings


@operation
def list_prices(db: Session, symbol: str, page: int, size: int) -> Paged[Price]:
    """The daily prices of a security up to today, newest first."""
    security = find_security(db, symbol)
    known = select(Price).where(Price.security_id == security.id, col(Price.day) <= today())
    return paged(db, known.order_by(col(Price.day).desc()), page, size)


@operation
def list_lots(db: Session, symbol: str) -> Sequence[Lot]:
    """What is held of a security, in the order in which it is sold."""
    held = select(Lot).where(Lot.security_id == find_security(db, symbol).id, Lot.quantity > 0)
    return db.exec(held.order_by(col(Lot.bought_on), col(Lot.id)).limit(200)).all()


@operation
def list_trades(
    db: Session, status: TradeStatus | Literal[""], page: int, size: int
) -> Paged[tuple[Trade, Security]]:
    """Orders to buy and sell, newest first."""
    statement = select(Trade)
    if status:
        statement = statement.where(Trade.status == status)
    found = paged(db, statement.order_by(col(Trade.id).desc()), page, size)
    securities = {s.id: s for s in db.exec(select(Security))}
    pairs = [(trade, securities[trade.security_id]) for trade in found.items]
    return Paged(pairs, found.page, found.size, found.total)


@operation
def view_trade(db: Session, number: str) -> FullTrade:
    """An order, and the lots that a sale took."""
    return full_trade(db, _find(db, number))


@operation
def place_trade(db: Session, user: User, order: NewTrade) -> FullTrade:
    """Place an order; it is executed at once where the day's price allows it."""
    require(user, "approver", "controller")
    security = find_security(db, order.symbol)
    bank, _ = find_bank_account(db, order.bank_account)
    if (order.kind == "limit") != (order.limit_price is not None):
        said = "A limit order has a limit price, a market order has none."
        raise Invalid(said, fields={"limit_price": said})
    price = price_of(db, security, today())
    if price is None:
        raise Refused(f"There is no price of {security.symbol} yet.")
    check_limit(user, _worth(order, price) * order.quantity)
    trade = Trade(
        number=next_number(db, Trade, "TR"),
        security_id=security.key,
        bank_account_id=bank.key,
        placed_on=today(),
        placed_by=user.key,
        valid_until=today() + timedelta(days=LIMIT_ORDER_DAYS) if order.limit_price else None,
        **order.model_dump(exclude={"symbol", "bank_account"}),
    )
    _check_cover(db, trade, price)
    db.add(trade)
    db.flush()
    note(db, user, "placed", trade.number, f"{trade.side} {trade.quantity} {security.symbol}")
    if _reached(trade, price):
        _execute(db, user, trade, security, price)
    return full_trade(db, trade)


@operation
def cancel_trade(db: Session, user: User, number: str) -> FullTrade:
    """Withdraw an order that is still open."""
    require(user, "approver", "controller")
    trade = _find(db, number)
    if trade.status != "open":
        raise Refused(f"The order is {trade.status}.")
    trade.status = "cancelled"
    note(db, user, "cancelled", trade.number)
    return full_trade(db, trade)


@operation
def process_trades(db: Session, user: User) -> list[Trade]:
    """Bring orders up to date: expire, execute at the day's prices, settle; those that changed."""
    require(user, "approver", "controller")
    changed = []
    waiting = select(Trade).where(col(Trade.status).in_(("open", "executed")))
    for trade in db.exec(waiting.order_by(col(Trade.id)).limit(500)).all():
        if _advance(db, user, trade):
            changed.append(trade)
    return changed


def price_of(db: Session, security: Security, day: date) -> Decimal | None:
    """The newest price up to a day."""
    known = select(Price).where(Price.security_id == security.id, col(Price.day) <= day)
    newest = db.exec(known.order_by(col(Price.day).desc()).limit(1)).first()
    return newest.price if newest else None


def settlement_day(day: date) -> date:
    """So many working days after a day."""
    for _ in range(SETTLEMENT_DAYS):
        day += timedelta(days=1)
        while day.weekday() > 4:
            day += timedelta(days=1)
    return day


def find_security(db: Session, symbol: str) -> Security:
    found = db.exec(select(Security).where(Security.symbol == symbol.strip().upper())).first()
    if found is None:
        raise NotFound("There is no such security.")
    return found


def full_trade(db: Session, trade: Trade) -> FullTrade:
    sales = select(LotSale, Lot).join(Lot).where(LotSale.trade_id == trade.id)
    rows = db.exec(sales.order_by(col(LotSale.id))).all()
    return FullTrade(trade, db.get_one(Security, trade.security_id), rows)


def _find(db: Session, number: str) -> Trade:
    found = db.exec(select(Trade).where(Trade.number == number.strip().upper())).first()
    if found is None:
        raise NotFound("There is no such order.")
    return found


def _worth(order: NewTrade, price: Decimal) -> Decimal:
    """What a piece is executed at, at most: a sale gets the day's price above its limit."""
    if order.limit_price is None:
        return price
    return max(order.limit_price, price) if order.side == "sell" else order.limit_price


def _reached(trade: Trade, price: Decimal) -> bool:
    if trade.limit_price is None:
        return True
    return price <= trade.limit_price if trade.side == "buy" else price >= trade.limit_price


def _check_cover(db: Session, trade: Trade, price: Decimal) -> None:
    """Refused where the pieces to sell, or the money to buy, are not there."""
    open_ones = select(Trade).where(Trade.side == trade.side, Trade.id != (trade.id or 0))
    if trade.side == "sell":
        mine = open_ones.where(Trade.security_id == trade.security_id, Trade.status == "open")
        promised = sum(other.quantity for other in db.exec(mine))
        total = select(func.sum(Lot.quantity)).where(Lot.security_id == trade.security_id)
        left = (db.exec(total).one() or 0) - promised
        if trade.quantity > left:
            raise Refused(f"Only {max(left, 0)} are held and not in another order.")
        return
    value = trade.quantity * (trade.limit_price or price)
    mine = open_ones.where(
        Trade.bank_account_id == trade.bank_account_id,
        col(Trade.status).in_(("open", "executed")),
    )
    promised_money = sum((_cost(other) for other in db.exec(mine)), ZERO)
    bank = db.get_one(BankAccount, trade.bank_account_id)
    free = balance_of(db, bank.account_id) - promised_money
    if value + trade_fee(value) > free:
        raise Refused(f"It takes {value + trade_fee(value)}; {free} is free on the account.")


def _cost(trade: Trade) -> Decimal:
    value = trade.value or (trade.limit_price or ZERO) * trade.quantity
    return value + (trade.fee or trade_fee(value))


def _advance(db: Session, user: User, trade: Trade) -> bool:
    if trade.status == "executed":
        if trade.settles_on is None or trade.settles_on > today():
            return False
        _settle(db, user, trade)
        return True
    if trade.valid_until is not None and trade.valid_until < today():
        trade.status = "expired"
        return True
    security = db.get_one(Security, trade.security_id)
    price = price_of(db, security, today())
    if price is None or not _reached(trade, price):
        return False
    if not within_limit(db.get_one(User, trade.placed_by), price * trade.quantity):
        return False
    try:
        _check_cover(db, trade, price)
    except Refused:
        return False
    _execute(db, user, trade, security, price)
    return True


def _execute(db: Session, user: User, trade: Trade, security: Security, price: Decimal) -> None:
    value = price * trade.quantity
    trade.status, trade.executed_on, trade.price = "executed", today(), price
    trade.value, trade.fee = value, trade_fee(value)
    trade.settles_on = settlement_day(today())
    if trade.side == "buy":
        cost = value + trade.fee
        db.add(
            Lot(
                security_id=security.key,
                trade_id=trade.key,
                bought_on=today(),
                bought=trade.quantity,
                quantity=trade.quantity,
                cost=cost,
            )
        )
        sides = [(SECURITIES, cost), (CLEARING, -cost)]
    else:
        proceeds = value - trade.fee
        cost = _take_lots(db, trade, proceeds)
        trade.gain = proceeds - cost
        sides = [(CLEARING, proceeds), (SECURITIES, -cost), (GAINS, cost - proceeds)]
    memo = (
        f"{trade.side.capitalize()} {trade.quantity} {security.symbol} at {price}, {trade.number}"
    )
    _book(db, user, sides, memo, security.name)
    note(db, user, "executed", trade.number, f"at {price}")


def _take_lots(db: Session, trade: Trade, proceeds: Decimal) -> Decimal:
    """Sell from the oldest lots; what the pieces had cost."""
    lots = select(Lot).where(Lot.security_id == trade.security_id, Lot.quantity > 0)
    wanted, cost, shared = trade.quantity, ZERO, ZERO
    for lot in db.exec(lots.order_by(col(Lot.bought_on), col(Lot.id))).all():
        if not wanted:
            break
        count = min(wanted, lot.quantity)
        part = lot.cost if count == lot.quantity else cents(lot.cost * count / lot.quantity)
        wanted -= count
        share = cents(proceeds * count / trade.quantity) if wanted else proceeds - shared
        shared += share
        sale = LotSale(
            trade_id=trade.key, lot_id=lot.key, quantity=count, cost=part, gain=share - part
        )
        db.add(sale)
        lot.quantity -= count
        lot.cost -= part
        cost += part
    return cost


def _settle(db: Session, user: User, trade: Trade) -> None:
    security = db.get_one(Security, trade.security_id)
    bank = db.get_one(BankAccount, trade.bank_account_id)
    money = -_cost(trade) if trade.side == "buy" else (trade.value or ZERO) - trade.fee
    clearing = find_account(db, CLEARING).key
    sides = [Side(bank.account_id, money), Side(clearing, -money)]
    memo = f"Settlement of {trade.number}"
    book(db, user, today(), "trade", sides, memo=memo, counterparty=security.name)
    trade.status = "settled"
    note(db, user, "settled", trade.number)


def _book(db: Session, user: User, sides: list[Any], memo: str, counterparty: str) -> None:
    booked = [Side(find_account(db, code).key, amount) for code, amount in sides]
    book(db, user, today(), "trade", booked, memo=memo, counterparty=counterparty)
