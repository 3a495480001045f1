from pathlib import Path

from liveclawbench.images import HealthCheck, Image, ImageConfig
from liveclawbench.images.index import Index


def image(root: Path) -> Image:
    layers = (root / "one", root / "two")
    for layer in layers:
        layer.mkdir()
    health = HealthCheck(("true",), interval=0.5, retries=1)
    config = ImageConfig(("init",), ("sleep", "1"), {"A": "b"}, "/w", "node", health)
    return Image("name:tag", "id", layers, config)


def test_an_image_comes_back_as_it_was(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    there = image(tmp_path)
    index.put("key", there)
    assert index.get("key") == there
    assert index.stored() == ["key"]


def test_unknown_keys_and_broken_files_are_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path)
    assert index.get("key") is None
    for broken in ("", "{}", "[]", '{"name": 1, "id": 2, "layers": 3, "config": 4}'):
        (tmp_path / "key.json").write_text(broken)
        assert index.get("key") is None


def test_an_image_without_one_of_its_layers_is_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    there = image(tmp_path)
    index.put("key", there)
    there.layers[0].rmdir()
    assert index.get("key") is None


def test_forgotten_is_forgotten(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.put("key", image(tmp_path))
    index.forget("key")
    index.forget("never")
    assert index.stored() == []
