from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks.toml import parse_toml


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = = 2\n", 2),
        ('a = 1\nb = "open', 2),
        ("a = 1\na = 2\n", 2),
        ("[t\n", 1),
        ("a = " + 9999 * "[", 1),
    ],
)
def test_a_syntax_error_names_its_line(text: str, line: int) -> None:
    with pytest.raises(LiveClawError) as caught:
        parse_toml(text, Path("task.toml"))
    assert caught.value.line == line
