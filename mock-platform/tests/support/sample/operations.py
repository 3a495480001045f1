from decimal import Decimal

from sqlmodel import Session, col, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from sample.models import Jar, User


@operation
def fill_jar(db: Session, user: User, label: str, price: Decimal) -> Jar:
    if label == "quince":
        raise Refused("No quinces this year.")
    assert user.id is not None
    jar = Jar(user_id=user.id, label=label, price=price, filled_at=now())
    db.add(jar)
    db.flush()
    return jar


@operation
def list_jars(db: Session, user: User) -> list[Jar]:
    return list(db.exec(select(Jar).where(Jar.user_id == user.id).order_by(col(Jar.id))))


@operation
def empty_jar(db: Session, user: User, jar_id: int) -> None:
    jar = db.get(Jar, jar_id)
    if jar is None or jar.user_id != user.id:
        raise NotFound("There is no such jar.")
    db.delete(jar)
