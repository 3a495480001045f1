"""What the tables of the books share."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field as Limit
from sqlalchemy import String
from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account as Login
from mock_platform.kit.rows import Money, Row
from mock_platform.services.finance.months import Moment
from mock_platform.services.finance.policy import Role

NotNegative = Annotated[Money, Limit(ge=0)]
Count = Annotated[int, Limit(ge=1, le=1_000_000)]
ZERO = Decimal("0.00")


class FinanceRow(Row, registry=registry()):
    __abstract__ = True

    @property
    def key(self) -> int:
        """The id of a row that is stored."""
        number: int | None = getattr(self, "id", None)
        assert number is not None
        return number


class User(Login, FinanceRow, table=True):
    """Somebody who keeps the books."""

    __tablename__ = "users"

    role: Role = Field(default="clerk", sa_type=String)


class History(FinanceRow, table=True):
    """Who did what; `subject` is the number of the thing it was done to."""

    __tablename__ = "history"

    id: int | None = Field(default=None, primary_key=True)
    at: Moment
    user_id: int = Field(foreign_key="users.id", index=True)
    action: str
    subject: str = Field(index=True)
    text: str = ""
