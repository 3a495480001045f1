"""Searching the collection."""

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, Field
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    column,
    exists,
    func,
    select,
    table,
    text,
)
from sqlalchemy.orm import aliased
from sqlmodel import Session, col
from sqlmodel import select as rows

from mock_platform.kit import NotFound
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged
from mock_platform.services.search import policy
from mock_platform.services.search.models import Citation, Document, Source, SourceKind, User
from mock_platform.services.search.operations.history import note_search
from mock_platform.services.search.operations.query import Understood, understand

START, END = "\x02", "\x03"
"""Stand around the words of a snippet that were searched for."""

_TEXT = table("documents_text", column("rowid"))
_WORDS = 28
_SNIPPETS = text(
    "SELECT rowid, snippet(documents_text, 2, :start, :end, ' … ', :words) "
    "FROM documents_text WHERE documents_text MATCH :match AND rowid IN :ids"
).bindparams(bindparam("ids", expanding=True))


class Query(BaseModel):
    """`all_copies`: near duplicates are listed one by one."""

    q: str = Field(default="", max_length=300)
    kind: SourceKind | None = None
    topic: str | None = Field(default=None, max_length=60)
    sort: Literal["relevance", "newest", "oldest", "most_cited"] = "relevance"
    all_copies: bool = False


@dataclass(frozen=True)
class Result:
    """`copies` counts the near duplicates that are left out; `snippet` marks what was sought."""

    document: Document
    source: Source
    snippet: str
    cited_by: int
    copies: int


type Found = Paged[Result]


@operation
def search_documents(db: Session, user: User | None, query: Query, page: int, size: int) -> Found:
    """One page of what a query finds."""
    wanted = understand(query.q)
    conditions = _conditions(wanted, query)
    base = select(col(Document.id)).join(Source, col(Source.id) == col(Document.source_id))
    if wanted.match:
        on = _TEXT.c.rowid == col(Document.id)
        base = base.join(_TEXT, on)
    base = base.where(*conditions)
    total = db.execute(base.with_only_columns(func.count())).scalar_one()
    ordered = _ordered(base, query, wanted).offset((page - 1) * size).limit(size)
    ids = [row[0] for row in db.execute(ordered)]
    if user is not None:
        note_search(db, user, query.q, total)
    return Paged(_results(db, ids, wanted.match), page, size, total)


@operation
def list_sources(db: Session, kind: SourceKind | None, page: int, size: int) -> Paged[Source]:
    from mock_platform.kit.paging import paged

    statement = rows(Source).order_by(col(Source.name), col(Source.id))
    return paged(db, statement.where(Source.kind == kind) if kind else statement, page, size)


@operation
def view_source(db: Session, domain: str) -> Source:
    found = db.exec(rows(Source).where(Source.domain == domain.lower())).first()
    if found is None:
        raise NotFound("There is no such source.")
    return found


def _conditions(wanted: Understood, query: Query) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.match:
        conditions.append(text("documents_text MATCH :match").bindparams(match=wanted.match))  # type: ignore[arg-type]
    if wanted.sites:
        conditions.append(col(Source.domain).in_(wanted.sites))
    if wanted.not_sites:
        conditions.append(col(Source.domain).not_in(wanted.not_sites))
    conditions += [col(Document.author).icontains(a, autoescape=True) for a in wanted.authors]
    if wanted.after:
        conditions.append(col(Document.published_on) >= wanted.after)
    if wanted.before:
        conditions.append(col(Document.published_on) < wanted.before)
    if query.kind:
        conditions.append(col(Source.kind) == query.kind)
    if query.topic:
        conditions.append(col(Document.topic) == query.topic)
    if not query.all_copies:
        conditions.append(_stands_for_its_cluster())
    return conditions


def _stands_for_its_cluster() -> ColumnElement[bool]:
    older = aliased(Document)
    earlier = and_(
        older.cluster == Document.cluster,  # type: ignore[arg-type]
        (col(older.published_on) < col(Document.published_on))
        | (
            (col(older.published_on) == col(Document.published_on))
            & (col(older.id) < col(Document.id))
        ),
    )
    return ~exists().where(earlier)


def _ordered(base: Select[Any], query: Query, wanted: Understood) -> Select[Any]:
    newest = (col(Document.published_on).desc(), col(Document.id).desc())
    if query.sort == "oldest":
        return base.order_by(col(Document.published_on), col(Document.id))
    if query.sort == "most_cited":
        cited = select(func.count()).where(col(Citation.cited_id) == col(Document.id))
        return base.order_by(cited.correlate(Document).scalar_subquery().desc(), *newest)
    if query.sort == "relevance" and wanted.match:
        weights = f"{policy.TITLE_WEIGHT}, {policy.AUTHOR_WEIGHT}, 1.0"
        return base.order_by(text(f"bm25(documents_text, {weights})"), col(Document.id))
    return base.order_by(*newest)


def _results(db: Session, ids: list[int], match: str) -> list[Result]:
    """The documents with all that a result shows, in a few queries whatever their number."""
    found = {d.id: d for d in db.exec(rows(Document).where(col(Document.id).in_(ids)))}
    sources = {
        s.id: s
        for s in db.exec(
            rows(Source).where(col(Source.id).in_({d.source_id for d in found.values()}))
        )
    }
    cited = _counts(db, select(col(Citation.cited_id), func.count()), Citation.cited_id, ids)
    clusters = {d.cluster for d in found.values() if d.cluster}
    copies = _counts(db, select(col(Document.cluster), func.count()), Document.cluster, clusters)
    snippets = _snippets(db, ids, match)
    return [
        Result(
            document=(document := found[number]),
            source=sources[document.source_id],
            snippet=snippets.get(number, "") or _beginning(document.body),
            cited_by=cited.get(number, 0),
            copies=max(0, copies.get(document.cluster, 0) - 1),
        )
        for number in ids
    ]


def _counts(db: Session, counting: Any, column: Any, values: Any) -> dict[Any, int]:
    grouped = counting.where(col(column).in_(values)).group_by(col(column))
    return {row[0]: row[1] for row in db.execute(grouped)}


def _snippets(db: Session, ids: list[int], match: str) -> dict[int, str]:
    if not match or not ids:
        return {}
    found = db.execute(
        _SNIPPETS, {"start": START, "end": END, "words": _WORDS, "match": match, "ids": ids}
    )
    return {row[0]: row[1] for row in found}


def _beginning(body: str) -> str:
    words = body.split()
    return " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "")
