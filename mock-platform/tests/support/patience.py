"""Waiting for what comes about by itself."""

import time
from collections.abc import Callable


def eventually(condition: Callable[[], bool], patience: float = 10.0) -> bool:
    """Whether the condition holds within `patience` seconds."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
