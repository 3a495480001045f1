from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, MaybeWhen, Money, Row


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
    filled_at: MaybeWhen = None
