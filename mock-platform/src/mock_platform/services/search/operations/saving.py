"""Collections of saved pages."""

from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged
from mock_platform.services.search import policy
from mock_platform.services.search.models import Collection, Document, SavedPage, Source, User
from mock_platform.services.search.operations.reading import document_of


@dataclass(frozen=True)
class Saved:
    page: SavedPage
    document: Document
    source: Source


@operation
def list_collections(db: Session, user: User) -> list[tuple[Collection, int]]:
    """The user's collections by name, with how many pages each holds."""
    counted = (
        select(Collection, func.count(col(SavedPage.id)))
        .outerjoin(SavedPage)
        .where(Collection.user_id == user.id)
        .group_by(col(Collection.id))
        .order_by(col(Collection.name))
    )
    return [(collection, count) for collection, count in db.exec(counted)]


@operation
def list_saved(
    db: Session, user: User, collection_id: int, page: int, size: int
) -> tuple[Collection, Paged[Saved]]:
    """A collection's pages, the one saved last first."""
    collection = _own(db, user, collection_id)
    held = select(SavedPage).where(SavedPage.collection_id == collection_id)
    total = db.exec(select(func.count()).select_from(held.subquery())).one()
    joined = (
        select(SavedPage, Document, Source)
        .join(Document, col(Document.id) == col(SavedPage.document_id))
        .join(Source, col(Source.id) == col(Document.source_id))
        .where(SavedPage.collection_id == collection_id)
        .order_by(col(SavedPage.id).desc())
        .offset((page - 1) * size)
        .limit(size)
    )
    return collection, Paged([Saved(*row) for row in db.exec(joined)], page, size, total)


@operation
def create_collection(db: Session, user: User, name: str) -> Collection:
    assert user.id is not None
    held = db.exec(select(func.count()).where(Collection.user_id == user.id)).one()
    if held >= policy.MOST_COLLECTIONS:
        raise Refused(f"You can have at most {policy.MOST_COLLECTIONS} collections.")
    collection = Collection(user_id=user.id, name=_free(db, user, name), created_at=now())
    db.add(collection)
    db.flush()
    return collection


@operation
def rename_collection(db: Session, user: User, collection_id: int, name: str) -> Collection:
    collection = _own(db, user, collection_id)
    if name.strip() != collection.name:
        collection.name = _free(db, user, name)
    db.flush()
    return collection


@operation
def delete_collection(db: Session, user: User, collection_id: int) -> None:
    """Remove a collection with what is saved in it."""
    collection = _own(db, user, collection_id)
    for page in db.exec(select(SavedPage).where(SavedPage.collection_id == collection_id)):
        db.delete(page)
    db.flush()
    db.delete(collection)


@operation
def save_document(
    db: Session, user: User, collection_id: int, document_id: int, note: str
) -> Saved:
    _own(db, user, collection_id)
    document_of(db, document_id)
    held = select(SavedPage).where(SavedPage.collection_id == collection_id)
    if db.exec(held.where(SavedPage.document_id == document_id)).first():
        raise Refused("This page is in the collection already.")
    if db.exec(select(func.count()).select_from(held.subquery())).one() >= policy.MOST_SAVED:
        raise Refused(f"A collection holds at most {policy.MOST_SAVED} pages.")
    saved = SavedPage(
        collection_id=collection_id, document_id=document_id, note=note.strip(), saved_at=now()
    )
    db.add(saved)
    db.flush()
    return _saved(db, saved)


@operation
def edit_note(db: Session, user: User, saved_id: int, note: str) -> Saved:
    saved = _own_page(db, user, saved_id)
    saved.note = note.strip()
    saved.edited_at = now()
    db.flush()
    return _saved(db, saved)


@operation
def remove_saved(db: Session, user: User, saved_id: int) -> None:
    db.delete(_own_page(db, user, saved_id))


def _own(db: Session, user: User, collection_id: int) -> Collection:
    collection = db.get(Collection, collection_id)
    if collection is None or collection.user_id != user.id:
        raise NotFound("There is no such collection.")
    return collection


def _own_page(db: Session, user: User, saved_id: int) -> SavedPage:
    page = db.get(SavedPage, saved_id)
    if page is None:
        raise NotFound("There is no such saved page.")
    _own(db, user, page.collection_id)
    return page


def _saved(db: Session, page: SavedPage) -> Saved:
    document = document_of(db, page.document_id)
    source = db.get(Source, document.source_id)
    assert source is not None
    return Saved(page, document, source)


def _free(db: Session, user: User, name: str) -> str:
    """The name, if it is one and the user has no other collection of that name."""
    name = name.strip()
    if not 1 <= len(name) <= 80:
        raise Invalid("A collection needs a name of 1 to 80 characters.", fields={"name": "wrong"})
    taken = select(Collection).where(Collection.user_id == user.id, Collection.name == name)
    if db.exec(taken).first():
        raise Refused("You have a collection of that name already.")
    return name
