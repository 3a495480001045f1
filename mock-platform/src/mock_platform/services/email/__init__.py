"""Pennant Mail: a webmail service."""

from mock_platform.kit import Service

service = Service(
    "email",
    title="Pennant Mail",
    port=5002,
    summary="Mail with folders, threads, search, drafts, attachments and contacts.",
    accent="#35507a",
)
