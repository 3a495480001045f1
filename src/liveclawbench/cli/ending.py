"""Being asked to end: SIGTERM cleans up and reports just as Ctrl-C does."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_received: list[int] = []


@contextmanager
def heeding_sigterm() -> Iterator[None]:
    """Within, SIGTERM raises KeyboardInterrupt."""
    _received.clear()
    before = signal.getsignal(signal.SIGTERM)
    heed_sigterm()
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def heed_sigterm() -> None:
    """Again, after an event loop had the signal."""
    signal.signal(signal.SIGTERM, _interrupt)


def received(number: int) -> None:
    """Note a signal that an event loop got."""
    _received.append(number)


def interrupted_status() -> int:
    """The exit status of a command that was interrupted: 143 by SIGTERM, 130 by Ctrl-C."""
    return 128 + (_received[0] if _received else signal.SIGINT)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    received(number)
    raise KeyboardInterrupt
