"""Lines of what stands in TOML and JSON texts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mock_platform.positions import JsonLines, key_lines, line_of

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


JSON = """{ "a" :
 [1, {"b":
2},
{ "c" : "}]\\"" , "d":[
]}], "z": {"k": 1},
"z": [[
3]]}"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("a",), 1),
        (("a", 0), 2),
        (("a", 1, "b"), 2),
        (("a", 2), 4),
        (("a", 2, "d"), 4),
        (("a", 2, "nowhere", 7), 4),
        (("z",), 6),
        (("z", 0, 0), 7),
    ],
)
def test_a_value_in_json_has_the_line_it_begins_on(path, line):
    assert JsonLines(JSON).line(*path) == line


def places(value, at=()):
    yield at
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*at, key))


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_every_value_of_a_document_is_found(value):
    lines = JsonLines(json.dumps(value, indent=1))
    found = [lines.line(*at) for at in places(value)]
    assert found == sorted(set(found))
