from pathlib import Path

from liveclawbench.images.digest import BYTE_CODE, combined, tree_digest


def write(root: Path) -> None:
    (root / "sub").mkdir()
    (root / "sub" / "a").write_text("1")
    (root / "b").write_text("2")


def test_same_content_same_digest_whatever_the_times(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        write(tmp_path / name)
    (tmp_path / "y" / "b").touch()
    assert tree_digest(tmp_path / "x") == tree_digest(tmp_path / "y")


def test_content_name_mode_and_link_count(tmp_path: Path) -> None:
    write(tmp_path)
    seen = {tree_digest(tmp_path)}
    (tmp_path / "b").write_text("3")
    seen.add(tree_digest(tmp_path))
    (tmp_path / "b").chmod(0o755)
    seen.add(tree_digest(tmp_path))
    (tmp_path / "b").rename(tmp_path / "c")
    seen.add(tree_digest(tmp_path))
    (tmp_path / "d").symlink_to("c")
    seen.add(tree_digest(tmp_path))
    (tmp_path / "empty").mkdir()
    seen.add(tree_digest(tmp_path))
    assert len(seen) == 6


def test_a_link_out_of_the_tree_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "outside").write_text("1")
    (tmp_path / "tree" / "link").symlink_to("../outside")
    before = tree_digest(tmp_path / "tree")
    (tmp_path / "outside").write_text("2")
    assert tree_digest(tmp_path / "tree") == before


def test_named_directories_are_skipped(tmp_path: Path) -> None:
    write(tmp_path)
    before = tree_digest(tmp_path, skip=BYTE_CODE)
    (tmp_path / "sub" / "__pycache__").mkdir()
    (tmp_path / "sub" / "__pycache__" / "a.pyc").write_text("x")
    assert tree_digest(tmp_path, skip=BYTE_CODE) == before


def test_names_keep_values_apart() -> None:
    assert combined({"a": "b", "c": "d"}) == combined({"c": "d", "a": "b"})
    assert combined({"a": "bc"}) != combined({"ab": "c"})
