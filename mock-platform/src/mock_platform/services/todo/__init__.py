"""Daybook: tasks and lists."""

from mock_platform.kit import Service

service = Service(
    "todo",
    title="Daybook",
    port=5004,
    summary="Tasks: lists, sub-tasks, due dates, recurrence, labels, sharing, monthly summary.",
    accent="#7a4b8f",
)
