"""The rules of the task lists."""

from mock_platform.services.todo.operations.labels import delete_label, list_labels, rename_label
from mock_platform.services.todo.operations.lists import (
    change_list,
    create_list,
    delete_list,
    list_lists,
    list_shares,
    share_list,
    unshare_list,
)
from mock_platform.services.todo.operations.tasks import (
    Details,
    add_task,
    change_task,
    comment_on_task,
    complete_task,
    delete_task,
    move_task,
    reopen_task,
    restore_task,
)
from mock_platform.services.todo.operations.views import (
    Month,
    Opened,
    Query,
    Shown,
    list_trash,
    search_tasks,
    summarise_month,
    view_task,
)

__all__ = [
    "Details",
    "Month",
    "Opened",
    "Query",
    "Shown",
    "add_task",
    "change_list",
    "change_task",
    "comment_on_task",
    "complete_task",
    "create_list",
    "delete_label",
    "delete_list",
    "delete_task",
    "list_labels",
    "list_lists",
    "list_shares",
    "list_trash",
    "move_task",
    "rename_label",
    "reopen_task",
    "restore_task",
    "search_tasks",
    "share_list",
    "summarise_month",
    "unshare_list",
    "view_task",
]
