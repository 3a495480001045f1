import stat
from pathlib import Path

from liveclawbench.images import write_layer2_context, write_mock_context


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_layer_2_holds_seeds_faults_and_services(tmp_path: Path) -> None:
    mock = tmp_path / "a-task" / "mock"
    mock.mkdir(parents=True)
    for name in ("shop.json", "email.json", "faults.toml", "README.md", "notes.txt"):
        (mock / name).write_text(name)
    out = tmp_path / "out"
    write_layer2_context(tmp_path / "a-task", ["shop", "email"], out)
    files = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert files == {
        "Dockerfile",
        "startup.d/a-task.sh",
        "task/faults.toml",
        "task/seed/email.json",
        "task/seed/shop.json",
        "task/services",
    }
    assert (out / "task/services").read_text() == "shop\nemail\n"


def test_what_an_agent_may_not_read_is_closed_already_in_the_context(tmp_path: Path) -> None:
    mock = tmp_path / "a-task" / "mock"
    mock.mkdir(parents=True)
    (mock / "shop.json").write_text("{}")
    (mock / "shop.json").chmod(0o666)
    out = tmp_path / "out"
    write_layer2_context(tmp_path / "a-task", ["shop"], out)
    assert mode(out / "task") == mode(out / "task/seed") == mode(out / "startup.d") == 0o750
    assert mode(out / "task/seed/shop.json") == 0o640
    assert mode(out / "startup.d/a-task.sh") == 0o550


def test_a_task_without_services_starts_nothing(tmp_path: Path) -> None:
    (tmp_path / "a-task").mkdir()
    write_layer2_context(tmp_path / "a-task", [], tmp_path / "out", name="other")
    assert list((tmp_path / "out/startup.d").iterdir()) == []
    assert (tmp_path / "out/task/services").read_text() == ""


def test_the_mock_platform_goes_without_byte_code(tmp_path: Path) -> None:
    write_mock_context(tmp_path / "out")
    assert (tmp_path / "out/mock_platform/__init__.py").is_file()
    assert not list((tmp_path / "out").rglob("__pycache__"))
    assert (tmp_path / "out/entrypoint.sh").read_text().startswith("#!/bin/sh\n")
