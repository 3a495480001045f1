"""Accounts, who manages them, and their keyword rules."""

from typing import Literal

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, String

from mock_platform.kit import rows
from mock_platform.services.social.policy import Role

type AccountKind = Literal["person", "firm"]
type CommentMode = Literal["open", "new_held", "all_held"]
type RuleKind = Literal["block", "hold"]


class PlazaRow(rows.Row, registry=registry()):
    __abstract__ = True


class Account(PlazaRow, table=True):
    """A profile. `comment_mode`: which comments wait for approval (`new_held`: new accounts')."""

    __tablename__ = "accounts"

    id: int | None = Field(default=None, primary_key=True)
    handle: str = Field(unique=True, index=True, regex=r"^[a-z][a-z0-9_]{1,29}$")
    name: str = Field(min_length=1, max_length=60)
    kind: AccountKind = Field(default="person", sa_type=String)
    bio: str = Field(default="", max_length=240)
    website: str = Field(default="", max_length=200, regex=r"^(https?://\S+)?$")
    private: bool = False
    comment_mode: CommentMode = Field(default="new_held", sa_type=String)
    created_at: rows.When


class User(rows.Account, PlazaRow, table=True):
    """Who signs in; `acting_as` is the account through which they read, like and comment."""

    __tablename__ = "users"

    acting_as: int | None = Field(default=None, foreign_key="accounts.id")


class Member(PlazaRow, table=True):
    __tablename__ = "members"

    account_id: int = Field(foreign_key="accounts.id", primary_key=True)
    user_id: int = Field(foreign_key="users.id", primary_key=True, index=True)
    role: Role = Field(sa_type=String)
    since: rows.When


class KeywordRule(PlazaRow, table=True):
    """A word or phrase in a comment that refuses it (`block`) or makes it wait (`hold`)."""

    __tablename__ = "keyword_rules"
    __table_args__ = (UniqueConstraint("account_id", "phrase"),)

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id")
    phrase: str = Field(min_length=2, max_length=60)
    kind: RuleKind = Field(sa_type=String)
    created_at: rows.When


class FollowerCount(PlazaRow, table=True):
    """How many followers an account had at the end of a day."""

    __tablename__ = "follower_counts"

    account_id: int = Field(foreign_key="accounts.id", primary_key=True)
    day: rows.Day = Field(primary_key=True)
    followers: int = Field(ge=0)
