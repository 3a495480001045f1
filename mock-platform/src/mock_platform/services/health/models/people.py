"""Who there is: accounts, records, who may act for whom, and the practice's people."""

from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, Day, Row, When
from mock_platform.services.health.policy import Speciality

Role = Literal["patient", "provider"]
LinkKind = Literal["parent", "carer"]
Area = Literal["record", "medicines", "appointments", "prescriptions", "insurance", "documents"]
Count = Annotated[int, Limit(ge=0)]


class HealthRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, HealthRow, table=True):
    """An account; a provider's account belongs to a row of `providers`."""

    __tablename__ = "users"

    role: Role = Field(default="patient", sa_type=String)
    phone: str = ""


class Place(HealthRow, table=True):
    """Where the practice receives people."""

    __tablename__ = "places"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    address: str
    phone: str = ""


class Provider(HealthRow, table=True):
    """Who sees patients; `user_id` is the account with which they sign in."""

    __tablename__ = "providers"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int | None = Field(default=None, foreign_key="users.id", unique=True)
    name: str
    speciality: Speciality = Field(sa_type=String, index=True)
    place_id: int = Field(foreign_key="places.id")
    about: str = ""


class Patient(HealthRow, table=True):
    """A health record; `user_id` is the account of the person it is about, if they have one."""

    __tablename__ = "patients"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int | None = Field(default=None, foreign_key="users.id", unique=True)
    name: str
    born_on: Day
    doctor_id: int | None = Field(default=None, foreign_key="providers.id", index=True)
    height_cm: Annotated[int, Limit(ge=30, le=250)] | None = None
    phone: str = ""
    address: str = ""


class CareLink(HealthRow, table=True):
    """An account that may look at somebody else's record, and what else it may do there."""

    __tablename__ = "care_links"
    __table_args__ = (UniqueConstraint("user_id", "patient_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    patient_id: int = Field(foreign_key="patients.id", index=True)
    kind: LinkKind = Field(default="carer", sa_type=String)
    may_record: bool = False
    may_book: bool = False
    may_order: bool = False
    may_write: bool = False
    since: When


class AccessEntry(HealthRow, table=True):
    """A line of the access log: somebody other than the person looked at or changed a record."""

    __tablename__ = "access_log"
    __table_args__ = (
        Index("ix_access_list", "patient_id", "at"),
        Index("ix_access_last", "patient_id", "user_id", "area", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id")
    user_id: int = Field(foreign_key="users.id")
    acting_as: str
    area: Area = Field(sa_type=String)
    changed: bool = False
    at: When
