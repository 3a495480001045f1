"""Writing to the terminal: results on standard output, everything else on standard error."""

from functools import cache
from typing import TYPE_CHECKING

from liveclawbench.errors import LiveClawError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_SHOWN = {0x1B: "␛", 0x7F: "␡"} | {code: chr(0x2400 + code) for code in range(0x20) if code != 0x1B}
_KEPT = {ord("\n"), ord("\t")}
_NEUTRAL = {code: shown for code, shown in _SHOWN.items() if code not in _KEPT} | dict.fromkeys(
    [
        *range(0x80, 0xA0),
        *range(0xD800, 0xE000),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        0x200E,
        0x200F,
    ],
    "�",
)


_UNBOUND_WIDTH = 160
"""Columns of a table that goes into a file or a pipe, where nothing has to fit a screen."""


def safe(text: str) -> str:
    """The text with every control character made visible: none of it can steer a terminal.

    For whatever came out of an environment. New lines and tabs stay.
    """
    return text.translate(_NEUTRAL)


def plain(text: str, style: str = "") -> "Text":
    """Text for a table or a line that is neither markup nor able to steer the terminal."""
    from rich.text import Text

    return Text(safe(text), style=style)


@cache
def out() -> "Console":
    """Standard output."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = max(console.width, _UNBOUND_WIDTH)
    return console


@cache
def err() -> "Console":
    """Standard error: progress and complaints."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def print_error(error: LiveClawError) -> None:
    """The message on one line with file and line before it, what to do on the next."""
    where = ""
    if error.path is not None:
        where = f"{error.path}:{error.line}: " if error.line else f"{error.path}: "
    line = plain("error: ", "bold red").append_text(plain(where, "cyan"))
    err().print(line.append_text(plain(error.message)), soft_wrap=True)
    if error.hint:
        err().print(plain(f"  → {error.hint}"), soft_wrap=True)
