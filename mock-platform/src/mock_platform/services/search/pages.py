"""The web pages."""

from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi import Query as Param
from markupsafe import Markup, escape

from mock_platform.kit import Invalid
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.forms import attempt, checked, known_number
from mock_platform.kit.pages import page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.search import operations as ops
from mock_platform.services.search import policy
from mock_platform.services.search.models import User
from mock_platform.services.search.operations.finding import END, START
from mock_platform.services.search.operations.reading import Complaint

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Visitor = Annotated[User | None, Depends(visitor)]
Text = Annotated[str, Form()]
SORTS = {
    "relevance": "Most relevant",
    "newest": "Newest",
    "oldest": "Oldest",
    "most_cited": "Most cited",
}


def marked(snippet: str) -> Markup:
    """A snippet with what was sought in bold; everything else is escaped."""
    text = str(escape(snippet)).replace(START, "<mark>").replace(END, "</mark>")
    return Markup(text)  # noqa: S704 - escaped in the line above


@router.get("/")
def home(request: Request, db: DB, _visitor: Visitor) -> Response:
    newest = ops.search_documents(db, None, ops.Query(sort="newest"), 1, 5)
    return page(request, "home.html", newest=newest)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    visitor: Visitor,
    q: Annotated[str, Param(max_length=300)] = "",
    kind: str = "",
    topic: Annotated[str, Param(max_length=60)] = "",
    sort: str = "relevance",
    all_copies: bool = False,
    page: PageNumber = 1,
) -> Response:
    given = {"q": q, "kind": kind or None, "topic": topic or None, "sort": sort}
    found, error = None, ""
    try:
        query = checked(ops.Query, given | {"all_copies": all_copies})
        found = ops.search_documents(db, visitor, query, page, policy.PAGE_SIZE)
    except Invalid as wrong:
        error = wrong.message
    return _show(request, "search.html", 422 if error else 200, found=found, error=error)


@router.get("/page/{document_id}")
def document(request: Request, db: DB, visitor: Visitor, document_id: str) -> Response:
    reading = ops.view_document(db, known_number(document_id))
    collections = ops.list_collections(db, visitor) if visitor else []
    options = [(collection.id, collection.name) for collection, _ in collections]
    return _show(request, "document.html", reading=reading, options=options)


@router.get("/page/{document_id}/citing")
def citing(
    request: Request, db: DB, _visitor: Visitor, document_id: str, page: PageNumber = 1
) -> Response:
    number = known_number(document_id)
    found = ops.list_citing(db, number, page, 20)
    return _show(
        request, "citing.html", found=found, document=ops.view_document(db, number).document
    )


@router.post("/page/{document_id}/save")
def save(
    request: Request,
    db: DB,
    me: Me,
    document_id: str,
    collection_id: Text = "",
    note: Text = "",
) -> Response:
    number = known_number(document_id)
    return attempt(
        request,
        db,
        lambda: ops.save_document(db, me, known_number(collection_id), number, note[:1000]),
        f"/page/{number}",
        "Saved.",
    )


@router.post("/page/{document_id}/report")
def report(
    request: Request, db: DB, me: Me, document_id: str, reason: Text = "", details: Text = ""
) -> Response:
    number = known_number(document_id)
    given = {"reason": reason, "details": details}
    return attempt(
        request,
        db,
        lambda: ops.report_document(db, me, number, checked(Complaint, given)),
        f"/page/{number}",
        "Thank you, we will look into it.",
    )


@router.get("/sources")
def sources(request: Request, db: DB, _visitor: Visitor, page: PageNumber = 1) -> Response:
    return _show(request, "sources.html", found=ops.list_sources(db, None, page, 30))


@router.get("/source/{domain}")
def source(
    request: Request, db: DB, _visitor: Visitor, domain: str, page: PageNumber = 1
) -> Response:
    found = ops.view_source(db, domain)
    query = ops.Query(q=f"site:{found.domain}", sort="newest", all_copies=True)
    pages = ops.search_documents(db, None, query, page, policy.PAGE_SIZE)
    return _show(request, "source.html", source=found, found=pages)


@router.get("/collections")
def collections(request: Request, db: DB, me: Me) -> Response:
    return _show(request, "collections.html", collections=ops.list_collections(db, me))


@router.post("/collections")
def create(request: Request, db: DB, me: Me, name: Text = "") -> Response:
    return attempt(
        request, db, lambda: ops.create_collection(db, me, name), "/collections", "Created."
    )


@router.get("/collections/{collection_id}")
def collection(
    request: Request, db: DB, me: Me, collection_id: str, page: PageNumber = 1
) -> Response:
    opened, found = ops.list_saved(db, me, known_number(collection_id), page, 20)
    return _show(request, "collection.html", collection=opened, found=found)


@router.post("/collections/{collection_id}/rename")
def rename(request: Request, db: DB, me: Me, collection_id: str, name: Text = "") -> Response:
    number = known_number(collection_id)
    return attempt(
        request,
        db,
        lambda: ops.rename_collection(db, me, number, name),
        f"/collections/{number}",
        "Renamed.",
    )


@router.post("/collections/{collection_id}/delete")
def delete(request: Request, db: DB, me: Me, collection_id: str) -> Response:
    ops.delete_collection(db, me, known_number(collection_id))
    return redirect(request, "/collections", "Deleted.")


@router.post("/saved/{saved_id}/note")
def note(request: Request, db: DB, me: Me, saved_id: str, note: Text = "") -> Response:
    saved = ops.edit_note(db, me, known_number(saved_id), note[:1000])
    return redirect(request, f"/collections/{saved.page.collection_id}", "Kept.")


@router.post("/saved/{saved_id}/remove")
def remove(request: Request, db: DB, me: Me, saved_id: str, collection_id: Text = "") -> Response:
    ops.remove_saved(db, me, known_number(saved_id))
    return redirect(request, f"/collections/{known_number(collection_id)}", "Removed.")


@router.get("/history")
def history(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    found = ops.list_searches(db, me, page, 30)
    return _show(request, "history.html", found=found, keeping=me.keep_history)


@router.post("/history/clear")
def clear(request: Request, db: DB, me: Me) -> Response:
    ops.clear_history(db, me)
    return redirect(request, "/history", "Cleared.")


@router.post("/history/settings")
def settings(request: Request, db: DB, me: Me, keep_history: Text = "") -> Response:
    ops.set_history(db, me, bool(keep_history))
    return redirect(request, "/history", "Changed.")


@router.get("/help")
def help_page(request: Request, _visitor: Visitor) -> Response:
    return _show(request, "help.html")


def _show(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    kinds = [(kind, text.partition(":")[0]) for kind, text in policy.KINDS.items()]
    shared = {"policy": policy, "sorts": SORTS, "kinds": kinds, "marked": marked}
    return page(request, template, status=status, **shared, **context)
