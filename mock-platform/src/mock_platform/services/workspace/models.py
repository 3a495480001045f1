"""The tables; seed data and the verifier read the same classes."""

from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, String

from mock_platform.kit.rows import Account, MaybeWhen, Row, When
from mock_platform.services.workspace.policy import FieldKind, PageKind, Role


class SpaceRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, SpaceRow, table=True):
    __tablename__ = "users"


class Space(SpaceRow, table=True):
    """A team's part of the workspace."""

    __tablename__ = "spaces"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, min_length=1, max_length=80)
    created_at: When


class Member(SpaceRow, table=True):
    __tablename__ = "members"

    space_id: int = Field(foreign_key="spaces.id", primary_key=True)
    user_id: int = Field(foreign_key="users.id", primary_key=True, index=True)
    role: Role = Field(sa_type=String)


class Page(SpaceRow, table=True):
    """`revision` counts the changes of title or text, from 1.

    `restricted`: only who made it, the space's admins and those it is shared with see it.
    `deleted_with` is the page that took one below it into the trash.
    """

    __tablename__ = "pages"
    __table_args__ = (
        Index("pages_of_space", "space_id", "deleted_at", "updated_at"),
        Index("pages_by_title", "space_id", "title"),
        Index("pages_to_count", "space_id", "deleted_at", "restricted", "created_by"),
    )

    id: int | None = Field(default=None, primary_key=True)
    space_id: int = Field(foreign_key="spaces.id")
    parent_id: int | None = Field(default=None, foreign_key="pages.id", index=True)
    kind: PageKind = Field(default="note", sa_type=String)
    title: str = Field(min_length=1, max_length=160)
    body: str = Field(default="", max_length=50_000)
    revision: int = Field(default=1, ge=1)
    restricted: bool = False
    created_by: int = Field(foreign_key="users.id")
    created_at: When
    updated_by: int = Field(foreign_key="users.id")
    updated_at: When
    deleted_at: MaybeWhen = None
    deleted_with: int | None = None


class Grant(SpaceRow, table=True):
    """Somebody of the space with whom a restricted page is shared."""

    __tablename__ = "grants"

    page_id: int = Field(foreign_key="pages.id", primary_key=True)
    user_id: int = Field(foreign_key="users.id", primary_key=True)


class Revision(SpaceRow, table=True):
    """What a page said before its next revision."""

    __tablename__ = "revisions"
    __table_args__ = (UniqueConstraint("page_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    page_id: int = Field(foreign_key="pages.id", index=True)
    number: int = Field(ge=1)
    title: str = Field(max_length=160)
    body: str = Field(max_length=50_000)
    written_by: int = Field(foreign_key="users.id")
    written_at: When


class PageLink(SpaceRow, table=True):
    """`[[Title]]` in the text of a page; `target_id` is missing while there is no such page."""

    __tablename__ = "page_links"
    __table_args__ = (UniqueConstraint("page_id", "title"),)

    id: int | None = Field(default=None, primary_key=True)
    page_id: int = Field(foreign_key="pages.id", index=True)
    title: str = Field(max_length=160)
    target_id: int | None = Field(default=None, foreign_key="pages.id", index=True)


class Comment(SpaceRow, table=True):
    __tablename__ = "comments"

    id: int | None = Field(default=None, primary_key=True)
    page_id: int = Field(foreign_key="pages.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    text: str = Field(min_length=1, max_length=2000)
    written_at: When


class Database(SpaceRow, table=True):
    __tablename__ = "databases"
    __table_args__ = (UniqueConstraint("space_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    space_id: int = Field(foreign_key="spaces.id", index=True)
    name: str = Field(min_length=1, max_length=80)
    about: str = Field(default="", max_length=300)
    created_at: When


class Column(SpaceRow, table=True):
    """A field of a database; `options` of a select stand a line each."""

    __tablename__ = "fields"
    __table_args__ = (UniqueConstraint("database_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    database_id: int = Field(foreign_key="databases.id", index=True)
    name: str = Field(min_length=1, max_length=60)
    kind: FieldKind = Field(sa_type=String)
    required: bool = False
    options: str = Field(default="", max_length=3000)
    position: int = Field(default=0, ge=0)

    @property
    def choices(self) -> list[str]:
        return [line for line in self.options.splitlines() if line]


class Record(SpaceRow, table=True):
    __tablename__ = "records"
    __table_args__ = (Index("records_of_database", "database_id", "deleted_at", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    database_id: int = Field(foreign_key="databases.id")
    created_by: int = Field(foreign_key="users.id")
    created_at: When
    updated_at: When
    deleted_at: MaybeWhen = None


class Value(SpaceRow, table=True):
    """What a record holds in a field, as text; an empty field has none."""

    __tablename__ = "field_values"
    __table_args__ = (Index("values_by_field", "field_id", "text"),)

    record_id: int = Field(foreign_key="records.id", primary_key=True)
    field_id: int = Field(foreign_key="fields.id", primary_key=True)
    text: str = Field(min_length=1, max_length=1000)


class Change(SpaceRow, table=True):
    """A change of a record's field; `before` and `after` are empty where it held nothing."""

    __tablename__ = "changes"

    id: int | None = Field(default=None, primary_key=True)
    record_id: int = Field(foreign_key="records.id", index=True)
    field_id: int = Field(foreign_key="fields.id")
    user_id: int = Field(foreign_key="users.id")
    before: str = Field(default="", max_length=1000)
    after: str = Field(default="", max_length=1000)
    at: When
