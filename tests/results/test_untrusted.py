"""Files that an agent may have written."""

import os
from pathlib import Path

import pytest

from liveclawbench.results.untrusted import dicts_in, read_dict, read_text


def test_links_large_and_missing_files_are_empty(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("12345")
    (tmp_path / "link").symlink_to(file)
    assert read_text(file, 5) == "12345"
    assert [read_text(tmp_path / name, 5) for name in ("link", "missing", ".")] == ["", "", ""]
    assert read_text(file, 4) == ""
    os.mkfifo(tmp_path / "pipe")
    assert read_text(tmp_path / "pipe", 5) == ""


@pytest.mark.parametrize("text", ["", "[1]", "{", "[" * 100_000, "\x00", "7"])
def test_what_is_no_object_is_an_empty_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    assert read_dict(tmp_path / "file", 1 << 20) == {}


def test_lines_that_are_no_objects_are_left_out() -> None:
    assert list(dicts_in('{"a": 1}\n[2]\n\n{"b"\n{"c": 3}')) == [{"a": 1}, {"c": 3}]
