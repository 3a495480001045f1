"""Lodestar: a search engine over a collection of pages."""

from mock_platform.kit import Service

service = Service(
    "search",
    title="Lodestar",
    port=5012,
    summary="A search engine: pages of many sources, with authors, dates, citations; collections.",
    accent="#3b4a6b",
)
