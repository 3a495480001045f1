"""Cornerstone: notes and databases of a team."""

from mock_platform.kit import Service

service = Service(
    "workspace",
    title="Cornerstone",
    port=5010,
    summary="Notes with revisions and links, databases with typed fields, templates, permissions.",
    accent="#3f5d4a",
)
