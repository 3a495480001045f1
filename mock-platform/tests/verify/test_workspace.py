import os
import subprocess

import pytest

from mock_platform.verify import read_file, read_text, read_tree


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "secret").write_text("answer")
    root = tmp_path / "work"
    (root / "sub").mkdir(parents=True)
    (root / "note.md").write_text("hello")
    (root / "sub" / "bad.bin").write_bytes(b"\xff\xfe")
    return root


def test_plain_files_are_read(folder):
    assert read_text(str(folder / "note.md")) == "hello"
    assert read_file(str(folder / "sub" / "bad.bin")) == b"\xff\xfe"
    assert read_text(str(folder / "missing.md")) is None


def test_links_are_never_followed(folder):
    (folder / "link").symlink_to(folder.parent / "secret")
    (folder / "up").symlink_to(folder.parent)
    assert read_text(str(folder / "link")) is None
    assert read_text(str(folder / "up" / "secret")) is None
    tree = read_tree(str(folder))
    assert sorted(tree.files) == ["note.md", "sub/bad.bin"]
    assert sorted(tree.odd) == ["link", "up"]
    assert read_tree(str(folder / "up")).files == {}


def test_a_hard_link_is_a_file_where_it_belongs_to_who_owns_the_folder(folder):
    os.link(folder / "note.md", folder / "again.md")
    assert read_text(str(folder / "note.md")) == read_text(str(folder / "again.md")) == "hello"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_a_hard_link_to_somebody_elses_file_is_not_read(folder):
    os.chown(folder.parent / "secret", 4242, 4242)
    os.link(folder.parent / "secret", folder / "hard")
    assert read_text(str(folder / "hard")) is None
    assert read_tree(str(folder)).odd == ["hard"]


def test_a_tree_is_read_up_to_a_total(folder):
    for number in range(9):
        (folder / f"{number}").write_bytes(b"x" * 100)
    tree = read_tree(str(folder), total=350)
    assert sorted(tree.files) == ["0", "1", "2", "note.md", "sub/bad.bin"]
    assert tree.odd == ["3", "4", "5", "6", "7", "8"]


def test_pipes_and_large_files_do_not_hang_or_fill_the_memory(folder):
    os.mkfifo(folder / "pipe")
    (folder / "large").write_bytes(b"x" * 100)
    assert read_file(str(folder / "pipe")) is None
    assert read_file(str(folder / "large"), limit=99) is None
    assert sorted(read_tree(str(folder), limit=99).odd) == ["large", "pipe"]


def test_a_path_must_be_absolute_and_straight():
    with pytest.raises(ValueError, match="absolute"):
        read_file("note.md")
    with pytest.raises(ValueError, match="absolute"):
        read_file("/tmp/../etc/passwd")


def test_a_folder_without_end_is_not_descended_to_its_end(folder):
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    tree = read_tree(str(folder))
    subprocess.run(["rm", "-r", str(folder / "d")], check=True)
    assert "note.md" in tree.files
    assert len(tree.odd) == 1
