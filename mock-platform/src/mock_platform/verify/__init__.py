"""What a verifier is made of: the difference between baseline and now, checks, the reward.

Names that need the database layer, or run programs, are loaded when they are used, so that a task
without services is verified in a few milliseconds.
"""

from typing import TYPE_CHECKING, Any

from mock_platform.verify.matchers import (
    amounts,
    counts,
    fold,
    in_words,
    mentions_amount,
    mentions_date,
    mentions_name,
    mentions_time,
)
from mock_platform.verify.verdict import Check, Gate, Verdict
from mock_platform.verify.verification import Places, Verification, main, run
from mock_platform.verify.workspace import Tree, read_file, read_text, read_tree

if TYPE_CHECKING:
    from mock_platform.verify.allowance import ANY, only, removed
    from mock_platform.verify.program import Answer, Application, Finished, run_program, running
    from mock_platform.verify.state import Change, Event, ServiceState

_LAZY = {
    "ANY": "allowance",
    "only": "allowance",
    "removed": "allowance",
    "Change": "state",
    "Event": "state",
    "ServiceState": "state",
    "Answer": "program",
    "Application": "program",
    "Finished": "program",
    "run_program": "program",
    "running": "program",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(name)
    import importlib

    return getattr(importlib.import_module(f"mock_platform.verify.{_LAZY[name]}"), name)


__all__ = [
    "ANY",
    "Answer",
    "Application",
    "Change",
    "Check",
    "Event",
    "Finished",
    "Gate",
    "Places",
    "ServiceState",
    "Tree",
    "Verdict",
    "Verification",
    "amounts",
    "counts",
    "fold",
    "in_words",
    "main",
    "mentions_amount",
    "mentions_date",
    "mentions_name",
    "mentions_time",
    "only",
    "read_file",
    "read_text",
    "read_tree",
    "removed",
    "run",
    "run_program",
    "running",
]
