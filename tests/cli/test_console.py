import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from liveclawbench.cli.console import plain, safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\x07", "␛]0;owned␇"),
        ("a\rb\x7f", "a␍b␡"),
        ("line\n\ttab", "line\n\ttab"),
        ("\x9b31m\u202etxt", "\ufffd31m\ufffdtxt"),
        ("half \ud800 a pair", "half \ufffd a pair"),
    ],
)
def test_control_characters_are_shown_not_obeyed(text: str, shown: str) -> None:
    assert safe(text) == shown


@given(st.text())
def test_no_text_can_steer_the_terminal(text: str) -> None:
    stream = io.StringIO()
    Console(file=stream, force_terminal=True, color_system=None).print(plain(text))
    kept = stream.getvalue().replace("\n", "").replace("\t", "")
    assert all(c.isprintable() or ord(c) > 0x9F for c in kept)


def test_brackets_are_no_markup() -> None:
    stream = io.StringIO()
    Console(file=stream).print(plain("[bold]x[/bold] [/]"))
    assert stream.getvalue() == "[bold]x[/bold] [/]\n"
