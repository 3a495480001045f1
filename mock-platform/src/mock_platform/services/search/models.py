"""The tables; the index for full text is kept beside them by the database itself."""

from pathlib import Path
from typing import Literal

from sqlalchemy import DDL, UniqueConstraint, event
from sqlalchemy.orm import registry
from sqlmodel import Field, String

from mock_platform.kit.rows import Account, Day, MaybeWhen, Row, When

type SourceKind = Literal[
    "journal", "agency", "newspaper", "reference", "organisation", "firm", "blog", "forum"
]
type Standing = Literal["current", "corrected", "retracted", "superseded"]


class SearchRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, SearchRow, table=True):
    """`keep_history`: searches are noted in `searches`."""

    __tablename__ = "users"

    keep_history: bool = False


class Source(SearchRow, table=True):
    """Who publishes; `about` is what it says of itself, `finances` who pays for it."""

    __tablename__ = "sources"

    id: int | None = Field(default=None, primary_key=True)
    domain: str = Field(unique=True, index=True, min_length=3, max_length=80)
    name: str = Field(min_length=1, max_length=80)
    kind: SourceKind = Field(sa_type=String, index=True)
    about: str = Field(default="", max_length=1000)
    finances: str = Field(default="", max_length=300)


class Document(SearchRow, table=True):
    """A page. `cluster` ties near duplicates; the oldest of a cluster stands for it in results.

    `standing_note` says what was corrected, why it was retracted or by what it is superseded.
    """

    __tablename__ = "documents"

    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="sources.id", index=True)
    path: str = Field(min_length=1, max_length=120)
    title: str = Field(min_length=1, max_length=200)
    author: str = Field(default="", max_length=120, index=True)
    published_on: Day = Field(index=True)
    updated_on: Day | None = None
    topic: str = Field(default="", max_length=60, index=True)
    body: str = Field(max_length=60_000)
    cluster: str | None = Field(default=None, index=True)
    standing: Standing = Field(default="current", sa_type=String)
    standing_note: str = Field(default="", max_length=400)

    __table_args__ = (UniqueConstraint("source_id", "path"),)


class Citation(SearchRow, table=True):
    """`document_id` cites `cited_id`, or something outside the collection that `text` names."""

    __tablename__ = "citations"

    id: int | None = Field(default=None, primary_key=True)
    document_id: int = Field(foreign_key="documents.id", index=True)
    cited_id: int | None = Field(default=None, foreign_key="documents.id", index=True)
    text: str = Field(default="", max_length=300)


class Collection(SearchRow, table=True):
    """A folder of saved pages."""

    __tablename__ = "collections"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    name: str = Field(min_length=1, max_length=80)
    created_at: When

    __table_args__ = (UniqueConstraint("user_id", "name"),)


class SavedPage(SearchRow, table=True):
    """A page in a collection, with the user's note."""

    __tablename__ = "saved_pages"

    id: int | None = Field(default=None, primary_key=True)
    collection_id: int = Field(foreign_key="collections.id", index=True)
    document_id: int = Field(foreign_key="documents.id", index=True)
    note: str = Field(default="", max_length=1000)
    saved_at: When
    edited_at: MaybeWhen = None

    __table_args__ = (UniqueConstraint("collection_id", "document_id"),)


class PastSearch(SearchRow, table=True):
    __tablename__ = "searches"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    query: str = Field(max_length=300)
    found: int = Field(ge=0)
    at: When


class Report(SearchRow, table=True):
    """What a user found wrong with a page."""

    __tablename__ = "reports"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    document_id: int = Field(foreign_key="documents.id", index=True)
    reason: Literal["outdated", "wrong", "copied", "harmful"] = Field(sa_type=String)
    details: str = Field(default="", max_length=1000)
    reported_at: When


for _statement in Path(__file__).with_name("index.sql").read_text(encoding="utf-8").split("\n\n"):
    event.listen(Document.__table__, "after_create", DDL(_statement))  # type: ignore[attr-defined, no-untyped-call]
