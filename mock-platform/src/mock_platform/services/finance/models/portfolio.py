"""Securities, their prices, and what the firm buys and sells of them."""

from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlmodel import Field

from mock_platform.kit.rows import MaybeMoney, Money
from mock_platform.services.finance.models.base import ZERO, Count, FinanceRow, NotNegative
from mock_platform.services.finance.months import BookDay, MaybeBookDay

Side = Literal["buy", "sell"]
OrderKind = Literal["market", "limit"]
TradeStatus = Literal["open", "executed", "settled", "cancelled", "expired"]


class Security(FinanceRow, table=True):
    __tablename__ = "securities"

    id: int | None = Field(default=None, primary_key=True)
    symbol: Annotated[str, Limit(pattern=r"^[A-Z0-9]{2,8}$")] = Field(unique=True, index=True)
    name: str


class Price(FinanceRow, table=True):
    """What a security costs from that day until there is a newer price."""

    __tablename__ = "prices"
    __table_args__ = (UniqueConstraint("security_id", "day"),)

    id: int | None = Field(default=None, primary_key=True)
    security_id: int = Field(foreign_key="securities.id")
    day: BookDay
    price: NotNegative


class Trade(FinanceRow, table=True):
    """An order to buy or sell; `value` is quantity times price, `gain` what a sale realised."""

    __tablename__ = "trades"
    __table_args__ = (Index("ix_trades_status", "status"),)

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True)
    security_id: int = Field(foreign_key="securities.id", index=True)
    bank_account_id: int = Field(foreign_key="bank_accounts.id")
    side: Side = Field(sa_type=String)
    kind: OrderKind = Field(default="market", sa_type=String)
    quantity: Count
    limit_price: MaybeMoney = None
    status: TradeStatus = Field(default="open", sa_type=String)
    placed_on: BookDay
    placed_by: int = Field(foreign_key="users.id")
    valid_until: MaybeBookDay = None
    executed_on: MaybeBookDay = None
    price: MaybeMoney = None
    value: MaybeMoney = None
    fee: NotNegative = ZERO
    settles_on: MaybeBookDay = None
    gain: MaybeMoney = None


class Lot(FinanceRow, table=True):
    """Pieces bought together; `cost` (with the fee) and `quantity` are what is left of them."""

    __tablename__ = "lots"

    id: int | None = Field(default=None, primary_key=True)
    security_id: int = Field(foreign_key="securities.id", index=True)
    trade_id: int = Field(foreign_key="trades.id")
    bought_on: BookDay
    bought: Count
    quantity: Annotated[int, Limit(ge=0)]
    cost: NotNegative


class LotSale(FinanceRow, table=True):
    """How many pieces of a lot a sale took, what they had cost and what they gained."""

    __tablename__ = "lot_sales"

    id: int | None = Field(default=None, primary_key=True)
    trade_id: int = Field(foreign_key="trades.id", index=True)
    lot_id: int = Field(foreign_key="lots.id")
    quantity: Count
    cost: NotNegative
    gain: Money
