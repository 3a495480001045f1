"""Huddle: talking in channels, threads and direct messages."""

from mock_platform.kit import Service

service = Service(
    "chat",
    title="Huddle",
    port=5011,
    summary="Team chat: channels, threads, direct messages, mentions, reactions, pins, search.",
    accent="#2b5f75",
)
