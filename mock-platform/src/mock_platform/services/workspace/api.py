"""The JSON API."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from fastapi import Query as Param
from pydantic import BaseModel, Field

from mock_platform.kit import Invalid
from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.workspace import operations as ops
from mock_platform.services.workspace.models import Column, Database, Page, Space, User
from mock_platform.services.workspace.policy import FieldKind, PageKind, Role

router = api_router()
Me = Annotated[User, Depends(signed_in)]
SIGNED_IN = [bearer]


class SpaceOut(BaseModel):
    id: int
    name: str
    role: Role
    pages: int


class Name(BaseModel):
    name: str = Field(min_length=1, max_length=80)


class MemberOut(BaseModel):
    user_id: int
    name: str
    email: str
    role: Role


class NewMember(BaseModel):
    email: str = Field(min_length=3, max_length=200)
    role: Role


class PageBrief(BaseModel):
    id: int
    space_id: int
    parent_id: int | None
    kind: PageKind
    title: str
    revision: int
    restricted: bool
    updated_at: datetime

    @classmethod
    def of(cls, page: Page) -> "PageBrief":
        return cls.model_validate(page.model_dump(include=set(cls.model_fields)))


class CommentOut(BaseModel):
    author: str
    text: str
    written_at: datetime


class FullPage(PageBrief):
    """`links` are the `[[titles]]` of the text and the pages they lead to."""

    space: str
    role: Role
    body: str
    updated_by: str
    path: list[str]
    below: list[PageBrief]
    links: dict[str, int | None]
    backlinks: list[PageBrief]
    comments: list[CommentOut]
    shared_with: list[str]


class NewPage(BaseModel):
    space_id: int
    title: str = Field(min_length=1, max_length=160)
    body: str = Field(default="", max_length=50_000)
    kind: PageKind = "note"
    parent_id: int | None = None
    template_id: int | None = None


class PageChange(BaseModel):
    """`revision` is the one that was read."""

    title: str = Field(min_length=1, max_length=160)
    body: str = Field(max_length=50_000)
    revision: int = Field(ge=1)


class Place(BaseModel):
    parent_id: int | None = None
    space_id: int | None = None


class Restricted(BaseModel):
    restricted: bool


class Shared(BaseModel):
    user_id: int
    shared: bool = True


class NewComment(BaseModel):
    text: str = Field(min_length=1, max_length=2000)


class RevisionOut(BaseModel):
    number: int
    title: str
    body: str
    written_by: str
    written_at: datetime


class DatabaseOut(BaseModel):
    id: int
    space_id: int
    name: str
    about: str
    records: int


class FieldOut(BaseModel):
    id: int
    name: str
    kind: FieldKind
    required: bool
    options: list[str]

    @classmethod
    def of(cls, column: Column) -> "FieldOut":
        kept = column.model_dump(include={"id", "name", "kind", "required"})
        return cls(**kept, options=column.choices)


class FullDatabase(BaseModel):
    id: int
    space_id: int
    name: str
    about: str
    fields: list[FieldOut]


class NewDatabase(BaseModel):
    space_id: int
    name: str = Field(min_length=1, max_length=80)
    about: str = Field(default="", max_length=300)


class RecordOut(BaseModel):
    id: int
    database_id: int
    values: dict[str, str]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, filled: ops.Filled) -> "RecordOut":
        kept = filled.record.model_dump(exclude={"created_by", "deleted_at"})
        return cls(**kept, values=filled.values)


class ChangeOut(BaseModel):
    field: str
    before: str
    after: str
    who: str
    at: datetime


class FullRecord(RecordOut):
    history: list[ChangeOut]


class NewValues(BaseModel):
    """Field name → value, as text."""

    values: dict[str, str] = Field(max_length=30)


@router.get("/spaces", tags=["spaces"], dependencies=SIGNED_IN)
def list_spaces(db: DB, me: Me) -> list[SpaceOut]:
    return [
        SpaceOut(id=space.id or 0, name=space.name, role=role, pages=pages)
        for space, role, pages in ops.list_spaces(db, me)
    ]


@router.post("/spaces", tags=["spaces"], status_code=201, dependencies=SIGNED_IN)
def create_space(db: DB, me: Me, body: Name) -> Space:
    return ops.create_space(db, me, body.name)


@router.get("/spaces/{space_id}/members", tags=["spaces"], dependencies=SIGNED_IN)
def list_members(db: DB, me: Me, space_id: int) -> list[MemberOut]:
    return [
        MemberOut(user_id=who.id or 0, name=who.name, email=who.email, role=role)
        for who, role in ops.list_members(db, me, space_id)
    ]


@router.put("/spaces/{space_id}/members", tags=["spaces"], dependencies=SIGNED_IN)
def set_member(db: DB, me: Me, space_id: int, body: NewMember) -> list[MemberOut]:
    """Take somebody in, or change what they may do."""
    ops.set_member(db, me, space_id, body.email, body.role)
    return list_members(db, me, space_id)


@router.delete(
    "/spaces/{space_id}/members/{user_id}",
    tags=["spaces"],
    status_code=204,
    dependencies=SIGNED_IN,
)
def remove_member(db: DB, me: Me, space_id: int, user_id: int) -> None:
    """Put somebody out; with one's own id, leave."""
    ops.remove_member(db, me, space_id, user_id)


@router.get("/pages", tags=["pages"], dependencies=SIGNED_IN)
def search_pages(
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=200)] = "",
    space_id: int | None = None,
    kind: PageKind | None = None,
    page: PageNumber = 1,
    size: PageSize = 30,
) -> PageOf[PageBrief]:
    """Title or text holds every word; the last changed first."""
    found = ops.search_pages(db, me, q, space_id, kind, page, size)
    return PageOf[PageBrief].of(found, [PageBrief.of(p) for p in found.items])


@router.get("/spaces/{space_id}/pages", tags=["pages"], dependencies=SIGNED_IN)
def list_pages(
    db: DB,
    me: Me,
    space_id: int,
    parent_id: int | None = None,
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[PageBrief]:
    """At the top of the space, or right below a page."""
    found = ops.list_pages(db, me, space_id, parent_id, page, size)
    return PageOf[PageBrief].of(found, [PageBrief.of(p) for p in found.items])


@router.post("/pages", tags=["pages"], status_code=201, dependencies=SIGNED_IN)
def create_page(db: DB, me: Me, body: NewPage) -> FullPage:
    return _full(db, me, ops.create_page(db, me, **body.model_dump()))


@router.get("/pages/{page_id}", tags=["pages"], dependencies=SIGNED_IN)
def view_page(db: DB, me: Me, page_id: int) -> FullPage:
    return _page(ops.view_page(db, me, page_id))


@router.put("/pages/{page_id}", tags=["pages"], dependencies=SIGNED_IN)
def edit_page(db: DB, me: Me, page_id: int, body: PageChange) -> FullPage:
    """Refused if somebody has changed the page since it was read."""
    return _full(db, me, ops.edit_page(db, me, page_id, body.title, body.body, body.revision))


@router.delete("/pages/{page_id}", tags=["pages"], status_code=204, dependencies=SIGNED_IN)
def delete_page(db: DB, me: Me, page_id: int) -> None:
    """Into the trash, with all below it."""
    ops.delete_page(db, me, page_id)


@router.post("/pages/{page_id}/move", tags=["pages"], dependencies=SIGNED_IN)
def move_page(db: DB, me: Me, page_id: int, body: Place) -> FullPage:
    return _full(db, me, ops.move_page(db, me, page_id, body.parent_id, body.space_id))


@router.put("/pages/{page_id}/restricted", tags=["pages"], dependencies=SIGNED_IN)
def restrict_page(db: DB, me: Me, page_id: int, body: Restricted) -> FullPage:
    return _full(db, me, ops.restrict_page(db, me, page_id, body.restricted))


@router.put("/pages/{page_id}/shares", tags=["pages"], dependencies=SIGNED_IN)
def share_page(db: DB, me: Me, page_id: int, body: Shared) -> FullPage:
    return _full(db, me, ops.share_page(db, me, page_id, body.user_id, body.shared))


@router.post("/pages/{page_id}/comments", tags=["pages"], status_code=201, dependencies=SIGNED_IN)
def comment_on_page(db: DB, me: Me, page_id: int, body: NewComment) -> CommentOut:
    comment = ops.comment_on_page(db, me, page_id, body.text)
    return CommentOut(author=me.name, text=comment.text, written_at=comment.written_at)


@router.get("/pages/{page_id}/revisions", tags=["pages"], dependencies=SIGNED_IN)
def list_revisions(db: DB, me: Me, page_id: int) -> list[RevisionOut]:
    """What the page said before."""
    return [
        RevisionOut(written_by=who.name, **r.model_dump(exclude={"id", "page_id", "written_by"}))
        for r, who in ops.list_revisions(db, me, page_id)
    ]


@router.post("/pages/{page_id}/revisions/{number}/restore", tags=["pages"], dependencies=SIGNED_IN)
def restore_revision(db: DB, me: Me, page_id: int, number: int) -> FullPage:
    """As a new revision."""
    return _full(db, me, ops.restore_revision(db, me, page_id, number))


@router.get("/trash/pages", tags=["trash"], dependencies=SIGNED_IN)
def list_trash(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 30) -> PageOf[PageBrief]:
    found = ops.list_trash(db, me, page, size)
    return PageOf[PageBrief].of(found, [PageBrief.of(p) for p in found.items])


@router.post("/trash/pages/{page_id}/restore", tags=["trash"], dependencies=SIGNED_IN)
def restore_page(db: DB, me: Me, page_id: int) -> FullPage:
    return _full(db, me, ops.restore_page(db, me, page_id))


@router.get("/trash/records", tags=["trash"], dependencies=SIGNED_IN)
def list_deleted_records(db: DB, me: Me) -> list[RecordOut]:
    return [RecordOut.of(filled) for filled, _ in ops.list_deleted_records(db, me)]


@router.post("/trash/records/{record_id}/restore", tags=["trash"], dependencies=SIGNED_IN)
def restore_record(db: DB, me: Me, record_id: int) -> FullRecord:
    return _record(db, me, ops.restore_record(db, me, record_id).id)


@router.get("/databases", tags=["databases"], dependencies=SIGNED_IN)
def list_databases(db: DB, me: Me) -> list[DatabaseOut]:
    return [
        DatabaseOut(**database.model_dump(exclude={"created_at"}), records=count)
        for database, count in ops.list_databases(db, me)
    ]


@router.post("/databases", tags=["databases"], status_code=201, dependencies=SIGNED_IN)
def create_database(db: DB, me: Me, body: NewDatabase) -> FullDatabase:
    made = ops.create_database(db, me, body.space_id, body.name, body.about)
    return _database(made, [])


@router.get("/databases/{database_id}", tags=["databases"], dependencies=SIGNED_IN)
def view_database(db: DB, me: Me, database_id: int) -> FullDatabase:
    return _database(*ops.view_database(db, me, database_id))


@router.post(
    "/databases/{database_id}/fields", tags=["databases"], status_code=201, dependencies=SIGNED_IN
)
def add_field(db: DB, me: Me, database_id: int, body: ops.FieldDetails) -> FieldOut:
    return FieldOut.of(ops.add_field(db, me, database_id, body))


@router.delete("/fields/{field_id}", tags=["databases"], status_code=204, dependencies=SIGNED_IN)
def remove_field(db: DB, me: Me, field_id: int) -> None:
    ops.remove_field(db, me, field_id)


@router.get("/databases/{database_id}/records", tags=["records"], dependencies=SIGNED_IN)
def list_records(
    db: DB,
    me: Me,
    database_id: int,
    where: Annotated[
        list[str], Param(max_length=10, description="Conditions `Field=value`, all must hold")
    ] = [],  # noqa: B006
    q: Annotated[str, Param(max_length=200)] = "",
    sort: Annotated[
        str, Param(max_length=61, description="A field's name, with `-` before it downwards")
    ] = "",
    page: PageNumber = 1,
    size: PageSize = 30,
) -> PageOf[RecordOut]:
    conditions: dict[str, str] = {}
    for condition in where:
        name, equals, text = condition.partition("=")
        if not equals:
            raise Invalid("A condition is written Field=value.", fields={"where": condition[:80]})
        conditions[name] = text
    found = ops.list_records(db, me, database_id, conditions, q, sort, page, size)
    return PageOf[RecordOut].of(found, [RecordOut.of(filled) for filled in found.items])


@router.post(
    "/databases/{database_id}/records", tags=["records"], status_code=201, dependencies=SIGNED_IN
)
def add_record(db: DB, me: Me, database_id: int, body: NewValues) -> FullRecord:
    return _record(db, me, ops.add_record(db, me, database_id, body.values).id)


@router.get("/records/{record_id}", tags=["records"], dependencies=SIGNED_IN)
def view_record(db: DB, me: Me, record_id: int) -> FullRecord:
    return _record(db, me, record_id)


@router.patch("/records/{record_id}", tags=["records"], dependencies=SIGNED_IN)
def change_record(db: DB, me: Me, record_id: int, body: NewValues) -> FullRecord:
    """The named fields; an empty text empties one."""
    return _record(db, me, ops.change_record(db, me, record_id, body.values).id)


@router.delete("/records/{record_id}", tags=["records"], status_code=204, dependencies=SIGNED_IN)
def delete_record(db: DB, me: Me, record_id: int) -> None:
    ops.delete_record(db, me, record_id)


def _full(db: DB, me: User, page: Page) -> FullPage:
    return _page(ops.view_page(db, me, page.id or 0))


def _page(opened: ops.Opened) -> FullPage:
    return FullPage(
        **PageBrief.of(opened.page).model_dump(),
        space=opened.space.name,
        role=opened.role,
        body=opened.page.body,
        updated_by=opened.author.name,
        path=[above.title for above in opened.path],
        below=[PageBrief.of(p) for p in opened.below],
        links=opened.links,
        backlinks=[PageBrief.of(p) for p in opened.backlinks],
        comments=[
            CommentOut(author=who.name, text=c.text, written_at=c.written_at)
            for c, who in opened.comments
        ],
        shared_with=[who.name for who in opened.shared_with],
    )


def _database(database: Database, columns: list[Column]) -> FullDatabase:
    kept = database.model_dump(exclude={"created_at"})
    return FullDatabase(**kept, fields=[FieldOut.of(column) for column in columns])


def _record(db: DB, me: User, record_id: int | None) -> FullRecord:
    filled, history = ops.view_record(db, me, record_id or 0)
    return FullRecord(
        **RecordOut.of(filled).model_dump(),
        history=[
            ChangeOut(field=column.name, before=c.before, after=c.after, who=who.name, at=c.at)
            for c, column, who in history
        ],
    )
