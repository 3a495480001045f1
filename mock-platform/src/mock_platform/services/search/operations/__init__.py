"""The rules of the search engine."""

from mock_platform.services.search.operations.finding import (
    Found,
    Query,
    Result,
    list_sources,
    search_documents,
    view_source,
)
from mock_platform.services.search.operations.history import (
    clear_history,
    list_searches,
    set_history,
)
from mock_platform.services.search.operations.reading import (
    Reading,
    list_citing,
    report_document,
    view_document,
)
from mock_platform.services.search.operations.saving import (
    Saved,
    create_collection,
    delete_collection,
    edit_note,
    list_collections,
    list_saved,
    remove_saved,
    rename_collection,
    save_document,
)

__all__ = [
    "Found",
    "Query",
    "Reading",
    "Result",
    "Saved",
    "clear_history",
    "create_collection",
    "delete_collection",
    "edit_note",
    "list_citing",
    "list_collections",
    "list_saved",
    "list_searches",
    "list_sources",
    "remove_saved",
    "rename_collection",
    "report_document",
    "save_document",
    "search_documents",
    "set_history",
    "view_document",
    "view_source",
]
