"""What tables are made of: the row base class and the column types that services share.

A service's models are validated twice with the same classes: seed data when it is loaded, and rows
when the verifier reads them.
"""

import base64
import binascii
import hashlib
import hmac
import os
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator
from sqlalchemy import DateTime, Integer, LargeBinary
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel
from sqlmodel._compat import SQLModelConfig

from mock_platform.kit.clock import parse_day, parse_when


class Row(SQLModel):
    """The base of every table; a service derives its own base with a registry of its own:

    `class ShopRow(Row, registry=registry()): __abstract__ = True`
    """

    model_config = SQLModelConfig(extra="forbid")


class _UtcColumn(TypeDecorator[datetime]):
    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class _MoneyColumn(TypeDecorator[Decimal]):
    """Whole cents, so that sums, comparisons and order are exact in SQL."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        return None if value is None else int((Decimal(value) * 100).to_integral_value())

    def process_result_value(self, value: int | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else (Decimal(value) / 100).quantize(Decimal("0.01"))


def _cents[D: (Decimal, Decimal | None)](value: D) -> D:
    if value is None:
        return value
    if abs(value) >= 10**12:
        raise ValueError("that is too much money")
    if value != value.quantize(Decimal("0.01")):
        raise ValueError("an amount of money has at most two decimals")
    return value.quantize(Decimal("0.01"))


def _when(value: Any) -> Any:
    return parse_when(value) if isinstance(value, str) else value


def _day(value: Any) -> Any:
    return parse_day(value) if isinstance(value, str) else value


Money = Annotated[Decimal, AfterValidator(_cents), Field(sa_type=_MoneyColumn)]
"""A decimal amount with two places; JSON shows it as a string, `"12.50"`."""

When = Annotated[datetime, BeforeValidator(_when), Field(sa_type=_UtcColumn)]
"""A moment, aware, kept in UTC; seed data writes it relative to the trial's start."""

MaybeMoney = Annotated[Decimal | None, AfterValidator(_cents), Field(sa_type=_MoneyColumn)]
"""An amount that may be missing. (`Money | None` would lose the column's type.)"""

MaybeWhen = Annotated[datetime | None, BeforeValidator(_when), Field(sa_type=_UtcColumn)]
"""A moment that may be missing."""

Day = Annotated[date, BeforeValidator(_day)]
"""A calendar day; seed data may write `+2d`."""


def _content(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not value.startswith("base64:"):
        return value.encode()
    try:
        return base64.b64decode(value.removeprefix("base64:"), validate=True)
    except binascii.Error as error:
        raise ValueError(f"not base64: {error}") from None


Content = Annotated[bytes, BeforeValidator(_content), Field(sa_type=LargeBinary)]
"""A file's content; seed data gives text as it is and anything else as `base64:…`."""

_SCRYPT = {"n": 2**8, "r": 8, "p": 1}


def hash_password(password: str) -> str:
    """`scrypt$salt$hash`; cheap on purpose, since every trial hashes its seed's passwords."""
    salt = os.urandom(16)
    digest = hashlib.scrypt(password.encode(), salt=salt, **_SCRYPT)
    return f"scrypt${salt.hex()}${digest.hex()}"


def password_matches(password: str, stored: str | None) -> bool:
    if not stored or stored.count("$") != 2:
        return False
    _, salt, digest = stored.split("$")
    attempt = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), **_SCRYPT)
    return hmac.compare_digest(attempt.hex(), digest)


def _hashed(value: Any) -> Any:
    return hash_password(value) if isinstance(value, str) else value


Password = Annotated[str, BeforeValidator(_hashed)]
"""Given in clear in seed data, kept as a hash."""


class Account(SQLModel):
    """What the kit needs of a user; derive with `class User(Account, ShopRow, table=True)`.

    A user without a password exists but cannot sign in.
    """

    id: int | None = Field(default=None, primary_key=True)
    email: str = Field(unique=True, index=True)
    name: str
    password: Password | None = None
