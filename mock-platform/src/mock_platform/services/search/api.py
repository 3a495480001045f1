"""The JSON API."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import Depends
from fastapi import Query as Param
from pydantic import BaseModel, Field

from mock_platform.kit.auth import bearer, signed_in, visitor
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.search import operations as ops
from mock_platform.services.search import policy
from mock_platform.services.search.models import (
    Collection,
    Document,
    PastSearch,
    Report,
    Source,
    SourceKind,
    Standing,
    User,
)
from mock_platform.services.search.operations.finding import END, START
from mock_platform.services.search.operations.reading import Complaint

router = api_router()
Me = Annotated[User, Depends(signed_in)]
Visitor = Annotated[User | None, Depends(visitor)]


class Brief(BaseModel):
    """A page without its text."""

    id: int
    title: str
    author: str
    url: str
    published_on: date
    updated_on: date | None
    topic: str
    standing: Standing

    @classmethod
    def facts(cls, document: Document, source: Source) -> dict[str, object]:
        values = document.model_dump(exclude={"body", "cluster"})
        return values | {"url": f"https://{source.domain}{document.path}"}


class Hit(Brief):
    source: str
    source_kind: SourceKind
    snippet: str
    cited_by: int
    near_duplicates: int


class Reference(BaseModel):
    """`id` is null where the page is not in the collection."""

    id: int | None
    text: str


class Copy(BaseModel):
    id: int
    title: str
    source: str
    published_on: date


class FullPage(Brief):
    source: Source
    body: str
    standing_note: str
    references: list[Reference]
    near_duplicates: list[Copy]
    cited_by: int


class CollectionBrief(BaseModel):
    id: int
    name: str
    created_at: datetime
    pages: int


class SavedBrief(BaseModel):
    id: int
    collection_id: int
    document_id: int
    title: str
    source: str
    note: str
    saved_at: datetime


class CollectionName(BaseModel):
    name: str = Field(min_length=1, max_length=80)


class NewSaved(BaseModel):
    document_id: int
    note: str = Field(default="", max_length=1000)


class Note(BaseModel):
    note: str = Field(max_length=1000)


class Settings(BaseModel):
    keep_history: bool


@router.get("/search", tags=["search"])
def search_documents(
    db: DB,
    visitor: Visitor,
    q: Annotated[str, Param(max_length=300)] = "",
    kind: SourceKind | None = None,
    topic: Annotated[str | None, Param(max_length=60)] = None,
    sort: Literal["relevance", "newest", "oldest", "most_cited"] = "relevance",
    all_copies: bool = False,
    page: PageNumber = 1,
    size: PageSize = policy.PAGE_SIZE,
) -> PageOf[Hit]:
    """Words, `"phrases"`, `-without`, `OR`, `site:`, `author:`, `intitle:`, `after:`, `before:`."""
    query = ops.Query(q=q, kind=kind, topic=topic, sort=sort, all_copies=all_copies)
    found = ops.search_documents(db, visitor, query, page, size)
    return PageOf[Hit].of(found, [_hit(result) for result in found.items])


@router.get("/documents/{document_id}", tags=["search"])
def view_document(db: DB, document_id: int) -> FullPage:
    """A page with its text, references and near duplicates."""
    reading = ops.view_document(db, document_id)
    return FullPage.model_validate(
        Brief.facts(reading.document, reading.source)
        | {
            "source": reading.source,
            "body": reading.document.body,
            "references": [
                Reference(id=c.cited_id, text=c.text or (d.title if d else ""))
                for c, d in reading.citations
            ],
            "near_duplicates": [
                Copy(id=d.id or 0, title=d.title, source=s.domain, published_on=d.published_on)
                for d, s in reading.copies
            ],
            "cited_by": reading.cited_by,
        }
    )


@router.get("/documents/{document_id}/citing", tags=["search"])
def list_citing(
    db: DB, document_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[Reference]:
    """The pages that cite it."""
    found = ops.list_citing(db, document_id, page, size)
    return PageOf[Reference].of(found, [Reference(id=d.id, text=d.title) for d in found.items])


@router.post(
    "/documents/{document_id}/reports", tags=["search"], status_code=201, dependencies=[bearer]
)
def report_document(db: DB, me: Me, document_id: int, body: Complaint) -> Report:
    """Say what is wrong with a page."""
    return ops.report_document(db, me, document_id, body)


@router.get("/sources", tags=["sources"])
def list_sources(
    db: DB, kind: SourceKind | None = None, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[Source]:
    found = ops.list_sources(db, kind, page, size)
    return PageOf[Source].of(found, list(found.items))


@router.get("/sources/{domain}", tags=["sources"])
def view_source(db: DB, domain: str) -> Source:
    return ops.view_source(db, domain)


@router.get("/collections", tags=["collections"], dependencies=[bearer])
def list_collections(db: DB, me: Me) -> list[CollectionBrief]:
    return [
        CollectionBrief(**collection.model_dump(), pages=count)
        for collection, count in ops.list_collections(db, me)
    ]


@router.post("/collections", tags=["collections"], status_code=201, dependencies=[bearer])
def create_collection(db: DB, me: Me, body: CollectionName) -> Collection:
    return ops.create_collection(db, me, body.name)


@router.patch("/collections/{collection_id}", tags=["collections"], dependencies=[bearer])
def rename_collection(db: DB, me: Me, collection_id: int, body: CollectionName) -> Collection:
    return ops.rename_collection(db, me, collection_id, body.name)


@router.delete(
    "/collections/{collection_id}", tags=["collections"], status_code=204, dependencies=[bearer]
)
def delete_collection(db: DB, me: Me, collection_id: int) -> None:
    """Remove a collection with what is saved in it."""
    ops.delete_collection(db, me, collection_id)


@router.get("/collections/{collection_id}/pages", tags=["collections"], dependencies=[bearer])
def list_saved(
    db: DB, me: Me, collection_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[SavedBrief]:
    _, found = ops.list_saved(db, me, collection_id, page, size)
    return PageOf[SavedBrief].of(found, [_saved(saved) for saved in found.items])


@router.post(
    "/collections/{collection_id}/pages",
    tags=["collections"],
    status_code=201,
    dependencies=[bearer],
)
def save_document(db: DB, me: Me, collection_id: int, body: NewSaved) -> SavedBrief:
    """Keep a page in a collection."""
    return _saved(ops.save_document(db, me, collection_id, body.document_id, body.note))


@router.patch("/saved/{saved_id}", tags=["collections"], dependencies=[bearer])
def edit_note(db: DB, me: Me, saved_id: int, body: Note) -> SavedBrief:
    return _saved(ops.edit_note(db, me, saved_id, body.note))


@router.delete("/saved/{saved_id}", tags=["collections"], status_code=204, dependencies=[bearer])
def remove_saved(db: DB, me: Me, saved_id: int) -> None:
    ops.remove_saved(db, me, saved_id)


@router.get("/history", tags=["history"], dependencies=[bearer])
def list_searches(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[PastSearch]:
    """Earlier searches, if they are kept."""
    found = ops.list_searches(db, me, page, size)
    return PageOf[PastSearch].of(found, list(found.items))


@router.delete("/history", tags=["history"], status_code=204, dependencies=[bearer])
def clear_history(db: DB, me: Me) -> None:
    ops.clear_history(db, me)


@router.put("/history/settings", tags=["history"], dependencies=[bearer])
def set_history(db: DB, me: Me, body: Settings) -> Settings:
    """Whether searches are kept from now on."""
    return Settings(keep_history=ops.set_history(db, me, body.keep_history).keep_history)


def _hit(result: ops.Result) -> Hit:
    return Hit.model_validate(
        Brief.facts(result.document, result.source)
        | {
            "source": result.source.domain,
            "source_kind": result.source.kind,
            "snippet": result.snippet.replace(START, "").replace(END, ""),
            "cited_by": result.cited_by,
            "near_duplicates": result.copies,
        }
    )


def _saved(saved: ops.Saved) -> SavedBrief:
    return SavedBrief(
        **saved.page.model_dump(), title=saved.document.title, source=saved.source.domain
    )
