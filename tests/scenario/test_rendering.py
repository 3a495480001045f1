import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError, UsageError
from liveclawbench.scenario import differences, render_fresh, render_in_place, rendered
from liveclawbench.tasks import Task

SCENARIO = '''
from liveclawbench.scenario import Draw, Scenario, scenario


@scenario
def build(draw: Draw) -> Scenario:
    numbers = draw.sample(range(100), 5)
    name = draw.choice(["ann", "bob", "cyd", "dee", "eve"])
    return Scenario(
        instruction=f"""
            Please find the largest number in /workspace/notes/{name}.json,
            and tell me which one it is.
        """,
        files={f"notes/{name}.json": [{"n": n} for n in numbers], "notes/run.sh": "#!/bin/sh\\n"},
        told={"name": name},
        expected={"largest": max(numbers)},
        dormant=[{"id": "lost", "factor": "C2"}],
    )
'''
PAIR = """from liveclawbench.scenario import same_as

build = same_as("base", fault="lost")
"""
WriteTask = Callable[..., Path]


@pytest.fixture
def base(write_task: WriteTask) -> Task:
    directory = write_task("base")
    (directory / "scenario.py").write_text(SCENARIO)
    return Task.load(directory)


def test_a_rendered_directory_agrees_with_its_scenario(base: Task) -> None:
    assert {item.state for item in differences(base)} == {"missing", "differs"}
    changed = render_in_place(base)
    assert base.dir / "instruction.md" in changed
    assert differences(base) == []
    assert render_in_place(base) == []
    assert base.instruction().startswith("Please find the largest number in /workspace/notes/")
    assert base.instruction().endswith(",\nand tell me which one it is.\n")
    assert os.access(base.dir / "environment/notes/run.sh", os.X_OK)


def test_any_changed_byte_is_a_difference(base: Task) -> None:
    render_in_place(base)
    path = base.dir / "tests" / "expected.json"
    path.write_bytes(path.read_bytes() + b"\n")
    assert [(item.path, item.state) for item in differences(base)] == [(path, "differs")]


def test_what_is_no_longer_rendered_is_stale_and_removed(base: Task) -> None:
    render_in_place(base)
    stale = base.dir / "mock" / "shop.json"
    stale.parent.mkdir()
    stale.write_text("{}")
    assert [item.state for item in differences(base)] == ["stale"]
    assert render_in_place(base) == [stale]
    assert not stale.exists()


def test_a_fresh_instance_is_complete_and_holds_nothing_of_the_published_one(
    base: Task, tmp_path: Path
) -> None:
    render_in_place(base)
    published = json.loads((base.dir / "solution/params.json").read_text())["name"]
    note = f"environment/notes/{published}.json"
    seed = next(seed for seed in range(2, 99) if note not in rendered(base, seed))
    fresh = render_fresh(base, seed, tmp_path / "fresh")
    assert not (fresh.dir / note).exists()
    assert fresh.config.metadata.seed == seed
    assert differences(fresh) == []
    have = {p.relative_to(fresh.dir).as_posix() for p in fresh.dir.rglob("*") if p.is_file()}
    assert {"solution/solve.sh", "tests/verify.py", "scenario.py", "task.toml"} <= have
    assert fresh.config.metadata.case_id == base.config.metadata.case_id


def test_the_same_seed_renders_the_same_bytes_in_another_process(base: Task) -> None:
    program = (
        "import sys; from pathlib import Path; from liveclawbench.tasks import Task; "
        "from liveclawbench.scenario import rendered; "
        "print(rendered(Task.load(Path(sys.argv[1])), 5))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program, str(base.dir)],
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashing in ("0", "1")
    }
    assert len(runs) == 1


def test_a_matched_pair_differs_in_its_fault_alone(base: Task, write_task: WriteTask) -> None:
    directory = write_task("pair")
    (directory / "scenario.py").write_text(PAIR)
    ours, theirs = rendered(Task.load(directory)), rendered(base)
    assert ours.pop("mock/faults.toml") == b'[[fault]]\nid = "lost"\nfactor = "C2"\n'
    assert ours == theirs


def test_a_fresh_instance_of_a_pair_is_found_its_base(
    base: Task, write_task: WriteTask, tmp_path: Path
) -> None:
    directory = write_task("pair")
    (directory / "scenario.py").write_text(PAIR)
    fresh = render_fresh(Task.load(directory), 4, base.dir.parent / "pair-4")
    assert (fresh.dir / "instruction.md").read_bytes() == rendered(base, 4)["instruction.md"]


@pytest.mark.parametrize(
    ("source", "said", "line"),
    [
        ("x = 1\n", "defines no scenario", None),
        ("import nowhere_at_all\n", "ModuleNotFoundError", 1),
        ("x = 1\ny = (\n", "SyntaxError", 2),
        (SCENARIO.replace("max(numbers)", "max([])"), "ValueError", 16),
        (SCENARIO.replace("told=", "tolled="), "unexpected keyword", 9),
        (SCENARIO.replace('f"notes/{name}.json"', '"../up.json"'), "does not lie under", None),
        (SCENARIO.replace('f"notes/{name}.json"', '"Dockerfile"'), "by hand", None),
        (SCENARIO.replace("max(numbers)", "object()"), "cannot be written as JSON", None),
        (SCENARIO.replace("told=", 'services={"shop": {}}, told='), "seeds ['shop']", None),
        (SCENARIO.replace("name = draw", "draw.require(False, 'rain'); name = draw"), "rain", None),
        ("from liveclawbench.scenario import *\nbuild = same_as('none')\n", "'none'", 1),
        ("from liveclawbench.scenario import *\nbuild = same_as('base')\n", "circle", None),
        (
            "from liveclawbench.scenario import *\n@scenario\ndef build(draw):\n    return 3\n",
            "returned a int",
            None,
        ),
    ],
)
def test_an_error_in_a_scenario_names_where_it_is(
    base: Task, source: str, said: str, line: int | None
) -> None:
    path = base.dir / "scenario.py"
    path.write_text(source)
    with pytest.raises(LiveClawError) as caught:
        rendered(base)
    assert said in caught.value.message
    assert caught.value.path is not None
    assert caught.value.path.parent == base.dir
    assert caught.value.line == line


@pytest.mark.parametrize("turned_on", ["fault='found'", "switch='dark'"])
def test_a_pair_that_turns_on_what_is_not_there_is_told_what_is(
    base: Task, write_task: WriteTask, turned_on: str
) -> None:
    directory = write_task("pair")
    (directory / "scenario.py").write_text(
        f"from liveclawbench.scenario import same_as\nbuild = same_as('base', {turned_on})\n"
    )
    with pytest.raises(LiveClawError, match="the scenario has no") as caught:
        rendered(Task.load(directory))
    assert caught.value.hint in ("it has: lost", "it has: none")


def test_a_fresh_instance_overwrites_nothing_and_leaves_nothing_behind(
    base: Task, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(UsageError, match="exists"):
        render_fresh(base, 2, tmp_path / "full")
    with pytest.raises(UsageError, match="kebab-case"):
        render_fresh(base, 2, tmp_path / "fresh_2")
    with pytest.raises(UsageError, match="inside the task"):
        render_fresh(base, 2, base.dir / "fresh")
    (base.dir / "scenario.py").write_text("x = 1\n")
    with pytest.raises(LiveClawError):
        render_fresh(base, 2, tmp_path / "fresh")
    assert not (tmp_path / "fresh").exists()


def test_without_a_scenario_there_is_nothing_to_render(write_task: WriteTask) -> None:
    with pytest.raises(LiveClawError, match=r"no scenario\.py"):
        rendered(Task.load(write_task("fixed")))
