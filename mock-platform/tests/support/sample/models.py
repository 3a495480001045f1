from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, Money, Row, When


class SampleRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, SampleRow, table=True):
    __tablename__ = "users"


class Jar(SampleRow, table=True):
    __tablename__ = "jars"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    label: str
    price: Money
    filled_at: When | None = None
