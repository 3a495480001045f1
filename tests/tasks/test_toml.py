from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks.toml import key_lines, line_of, parse_toml

TEXT = '''version = "1.0"
# [not] = "a table"
[metadata]
tags = ["x", # ]
  "y]"]
dotted.key = """
[nor] = this
"""
"quoted key" = 1
[[fault]]
id = "a"
when = { sku = "x" }
[[fault]]
id = "b"
[fault.sub]
z = \'\'\'
[[fault]]
\'\'\'
last = 1
'''


def test_every_key_has_the_line_it_stands_on() -> None:
    assert key_lines(TEXT) == {
        ("version",): 1,
        ("metadata",): 3,
        ("metadata", "tags"): 4,
        ("metadata", "dotted", "key"): 6,
        ("metadata", "quoted key"): 9,
        ("fault", 0): 10,
        ("fault", 0, "id"): 11,
        ("fault", 0, "when"): 12,
        ("fault", 1): 13,
        ("fault", 1, "id"): 14,
        ("fault", 1, "sub"): 15,
        ("fault", 1, "sub", "z"): 16,
        ("fault", 1, "sub", "last"): 19,
    }


def test_a_key_without_a_line_has_that_of_what_encloses_it() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, ("fault", 0, "when", "sku")) == 12
    assert line_of(lines, ("metadata", "missing")) == 3
    assert line_of(lines, ("nowhere",)) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = = 2\n", 2), ('a = 1\nb = "open', 2), ("a = 1\na = 2\n", 2), ("[t\n", 1)],
)
def test_a_syntax_error_names_its_line(text: str, line: int) -> None:
    with pytest.raises(LiveClawError) as caught:
        parse_toml(text, Path("task.toml"))
    assert caught.value.line == line
