"""Lists in pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query
from pydantic import BaseModel
from sqlalchemy import func
from sqlmodel import Session
from sqlmodel.sql.expression import SelectOfScalar
from starlette.datastructures import QueryParams


@dataclass(frozen=True)
class Paged[T]:
    """One page of a list; `page` counts from 1, `total` counts the items of all pages."""

    items: Sequence[T]
    page: int
    size: int
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    def link(self, query: QueryParams, page: int) -> str:
        """The query string that leads to another page of the same list."""
        return urlencode([*((k, v) for k, v in query.multi_items() if k != "page"), ("page", page)])


class PageOf[T](BaseModel):
    """A page of a list as the API answers it."""

    items: list[T]
    page: int
    pages: int
    total: int

    @classmethod
    def of(cls, found: Paged[Any], items: list[T]) -> "PageOf[T]":
        """The answer for a page whose items are shown as `items`."""
        return cls(items=items, page=found.page, pages=found.pages, total=found.total)


PageNumber = Annotated[int, Query(ge=1, le=100_000, description="Counts from 1")]
PageSize = Annotated[int, Query(ge=1, le=100, description="Items a page")]


def paged[T](db: Session, statement: SelectOfScalar[T], page: int, size: int) -> Paged[T]:
    """The page of a select without groups; a page beyond the end is empty."""
    before = (page - 1) * size
    items = db.exec(statement.offset(before).limit(size)).all()
    if 0 < len(items) < size or (not items and page == 1):
        return Paged(items, page, size, before + len(items))
    counting = statement.with_only_columns(func.count(), maintain_column_froms=True)
    total = db.execute(counting.order_by(None)).scalar_one()
    return Paged(items, page, size, total)
