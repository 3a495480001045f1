"""Each rule holds for a sound task and finds the one thing that is changed in it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.registry import write
from liveclawbench.scenario import render_in_place
from liveclawbench.tasks import Corpus, Task
from liveclawbench.validation import RULES, Finding, validate_corpus

WriteTask = Callable[..., Path]
Edit = Callable[[Path], object]


def put(name: str, text: str) -> Edit:
    """Write a file of the task."""

    def edit(task: Path) -> None:
        (task / name).parent.mkdir(parents=True, exist_ok=True)
        (task / name).write_text(text)

    return edit


def raw(name: str, content: bytes) -> Edit:
    def edit(task: Path) -> None:
        (task / name).write_bytes(content)

    return edit


def append(name: str, text: str) -> Edit:
    return lambda task: put(name, (task / name).read_text() + text)(task)


def replace(name: str, old: str, new: str) -> Edit:
    def edit(task: Path) -> None:
        text = (task / name).read_text()
        assert old in text
        (task / name).write_text(text.replace(old, new))

    return edit


def remove(name: str) -> Edit:
    return lambda task: (task / name).unlink()


def rename(name: str) -> Edit:
    def edit(task: Path) -> None:
        replace("environment/Dockerfile", "good-task", name)(task)
        task.rename(task.with_name(name))

    return edit


DOCKER, TOML, REQUEST = "environment/Dockerfile", "task.toml", "instruction.md"
TEST, VERIFY, SOLVE = "tests/test.sh", "tests/verify.py", "solution/solve.sh"
TAG = "environment/repo/.git/refs/tags/fixed"
KNOWLEDGE = "USER node\nCOPY notes /home/node/.openclaw/workspace/\n"
BROKEN: list[tuple[str, Edit, str]] = [
    ("name", rename("Good_Task"), "."),
    ("required-files", remove(VERIFY), VERIFY),
    ("required-files", remove(SOLVE), SOLVE),
    ("required-files", remove(TOML), TOML),
    ("task-toml", replace(TOML, "case_id = 1", 'case_id = "one"'), TOML),
    ("task-toml", append(TOML, "[agent]\n"), TOML),
    ("factors", replace(TOML, "factor_b2 = 0", "factor_b2 = 2"), TOML),
    ("factors", replace(TOML, "factor_b2 = 0\n", ""), TOML),
    ("unknown-key", replace(TOML, "services = []", "services = []\ncategorie = 1"), TOML),
    ("domains", replace(TOML, 'domain = "E-', 'domain = "Social Media" #'), TOML),
    (
        "domains",
        replace(TOML, '["E-commerce & Daily Svcs"]', '["Social Media", "Social Media"]'),
        TOML,
    ),
    ("tags", replace(TOML, '["e-commerce_daily_svcs"]', '["e-commerce"]'), TOML),
    ("allow-internet", replace(TOML, "allow_internet = true", "allow_internet = false"), TOML),
    ("allow-internet", replace(TOML, "allow_internet = true", ""), TOML),
    ("users", replace(TOML, 'user = "node"', 'user = "root"'), TOML),
    ("services", replace(TOML, "services = []\n", ""), TOML),
    ("services", replace(TOML, "services = []", 'services = ["teleport"]'), TOML),
    ("services", replace(TOML, "services = []", 'services = ["shop", "shop"]'), TOML),
    ("services", put("mock/shop.json", "{}"), "mock/shop.json"),
    ("stub-instruction", put(REQUEST, "Buy a watch.\n"), REQUEST),
    ("instruction-database", append(REQUEST, "See /var/lib/mock-data/shop.sqlite.\n"), REQUEST),
    ("instruction-database", append(REQUEST, "The rows are in shop.db, have a look.\n"), REQUEST),
    ("instruction-api", append(REQUEST, "POST to http://localhost:5002/api/cart\n"), REQUEST),
    (
        "bare-output-path",
        lambda task: (
            append(DOCKER, KNOWLEDGE)(task),
            append(REQUEST, "Put it in output/a.md\n")(task),
        ),
        REQUEST,
    ),
    ("base-image", replace(DOCKER, "liveclawbench-good-task-base", "debian"), DOCKER),
    ("base-image", replace(DOCKER, "FROM", "# FROM"), DOCKER),
    ("dockerfile", append(DOCKER, "RUNN make\n"), DOCKER),
    ("dockerfile", append(DOCKER, "COPY here\n"), DOCKER),
    ("entrypoint", append(DOCKER, 'ENTRYPOINT ["/bin/sh"]\n'), DOCKER),
    ("entrypoint", append(DOCKER, "COPY run.sh /opt/mock/startup.d/run.sh\n"), DOCKER),
    ("entrypoint", put("environment/startup.sh", "#!/bin/sh\n"), "environment/startup.sh"),
    ("stop-signal", replace(DOCKER, "STOPSIGNAL SIGKILL\n", ""), DOCKER),
    (
        "command",
        lambda task: (
            replace(TOML, "services = []", 'services = ["shop"]')(task),
            put("mock/shop.json", "{}")(task),
            replace(DOCKER, "CMD", "# CMD")(task),
        ),
        DOCKER,
    ),
    ("architecture", append(DOCKER, "RUN curl -O http://x.example/t-linux-amd64.tgz\n"), DOCKER),
    ("pip-install", append(DOCKER, "RUN apt-get update && \\\n  pip install rich\n"), DOCKER),
    ("oracle", append(SOLVE, "openclaw agent --message hi\n"), SOLVE),
    ("oracle", put(SOLVE, "#!/bin/sh\necho done\n"), SOLVE),
    ("near-misses", remove("solution/near_misses/empty.sh"), "solution/near_misses"),
    ("near-misses", remove("solution/near_misses/extra-word.sh"), "solution/near_misses"),
    (
        "near-misses",
        put("solution/near_misses/empty.sh", "# expects little\n"),
        "solution/near_misses/empty.sh",
    ),
    (
        "near-misses",
        put("solution/near_misses/extra-word.sh", "# expect 0.0..1.0: no harm done\n"),
        "solution/near_misses/extra-word.sh",
    ),
    ("fixed-sleep", append(SOLVE, "sleep 5\n"), SOLVE),
    ("fixed-sleep", append(VERIFY, "\nimport time\ntime.sleep(3)\n"), VERIFY),
    ("fixed-sleep", append(DOCKER, "RUN server & sleep 3 && curl x\n"), DOCKER),
    ("test-echo", put(TEST, "#!/bin/sh\necho 1.0 > /logs/verifier/reward.txt\n"), TEST),
    ("verifier-start", put(TEST, "python3 /tests/verify.py\n"), TEST),
    ("verifier-imports", append(VERIFY, "import sys\nsys.path.append('/workspace')\n"), VERIFY),
    ("verifier-imports", append(TEST, "bash /workspace/run_tests.sh\n"), TEST),
    ("verifier-imports", append(VERIFY, "import pickle\n"), VERIFY),
    ("score-scraping", append(TEST, "grep -o 'Score: [0-9.]*' out.txt\n"), TEST),
    ("data-dir", append(VERIFY, "PATH = '/opt/mock/data/shop.db'\n"), VERIFY),
    ("data-dir", append(SOLVE, "ls /var/lib/mock-data\n"), SOLVE),
    ("text", raw(VERIFY, b"# caf\xe9\n"), VERIFY),
    ("text", raw(TOML, bytes(range(256))), TOML),
    ("text", raw(DOCKER, b"\xff"), DOCKER),
    ("text", raw(REQUEST, b"a\0" * 60), REQUEST),
    ("task-toml", replace(TOML, "memory_mb = 4096", "memory_mb = 1_000_000_000"), TOML),
    ("task-toml", replace(TOML, "memory_mb = 4096", "memory_mb = -1"), TOML),
    ("task-toml", replace(TOML, "cpus = 2", "cpus = 0"), TOML),
    ("task-toml", replace(TOML, "storage_mb = 10240", "storage_mb = 1000000000"), TOML),
    ("task-toml", replace(TOML, "timeout_sec = 900.0", "timeout_sec = 1e9"), TOML),
    ("task-toml", replace(TOML, "timeout_sec = 1800.0", "timeout_sec = nan"), TOML),
    ("task-toml", replace(TOML, "build_timeout_sec = 600.0", "build_timeout_sec = inf"), TOML),
    ("python", append(VERIFY, "def broken(:\n"), VERIFY),
    ("python", put("solution/solve.py", "x = '\0'\n"), "solution/solve.py"),
    ("python", put("scenario.py", "if True\n"), "scenario.py"),
    (
        "seed",
        lambda task: (
            replace(TOML, "services = []", 'services = ["shop"]')(task),
            put("mock/shop.json", "{")(task),
        ),
        "mock/shop.json",
    ),
    ("visible-seed", put("environment/seed.json", "{}"), "environment/seed.json"),
    ("gold", put("environment/repo/solution.patch", "-a\n+b\n"), "environment/repo/solution.patch"),
    ("gold", put(TAG, "0123\n"), TAG),
    ("gold", append(DOCKER, "COPY tests/ /workspace/tests/\n"), DOCKER),
    ("gold", lambda t: (t / "environment/a.txt").hardlink_to(t / VERIFY), "environment/a.txt"),
    ("rendered", put("scenario.py", "build = 1\n"), "scenario.py"),
    (
        "rendered",
        put(
            "scenario.py",
            "from liveclawbench.scenario import *\n@scenario\ndef build(draw):\n"
            "    return Scenario(instruction='Other words than those on disk.' * 3)\n",
        ),
        REQUEST,
    ),
]


@pytest.fixture
def good(write_task: WriteTask) -> Path:
    directory = write_task("good-task")
    write(Corpus(directory.parent))
    return directory


def check(task: Path) -> list[Finding]:
    return validate_corpus(Corpus(task.parent))


def test_a_sound_task_has_no_findings(good: Path) -> None:
    assert check(good) == []


@pytest.mark.parametrize(("rule", "edit", "where"), BROKEN)
def test_a_rule_finds_what_is_wrong(good: Path, rule: str, edit: Edit, where: str) -> None:
    edit(good)
    (directory,) = good.parent.iterdir()
    found = [f for f in check(directory) if f.rule == rule]
    assert [f.path.relative_to(directory).as_posix() for f in found][:1] == [where]
    assert found[0].line >= 1
    assert found[0].message
    assert found[0].fix


FINE: list[Edit] = [
    append(SOLVE, "until curl -s x; do sleep 0.1; done\n"),
    append(SOLVE, "for i in 1 2; do\n  sleep 0.1\ndone\n"),
    append(VERIFY, "\nimport time\nwhile not run:\n    time.sleep(0.1)\n"),
    append(DOCKER, "RUN pip install --no-cache-dir --break-system-packages rich\n"),
    append(DOCKER, "RUN /workspace/venv/bin/pip install rich\n"),
    append(DOCKER, "# linux/arm64 works too\nARG TARGETARCH\n".replace("linux/arm64", "arm64")),
    replace(
        DOCKER,
        "FROM liveclawbench-good-task-base:latest",
        "ARG OPENCLAW_BASE_IMAGE=liveclawbench-good-task-base:latest\nFROM ${OPENCLAW_BASE_IMAGE}",
    ),
    lambda task: (
        put("environment/sales.db", "x")(task),
        append(REQUEST, "The figures are in /workspace/environment/sales.db.\n")(task),
    ),
    lambda task: (
        append(DOCKER, KNOWLEDGE)(task),
        append(REQUEST, "Put it in /workspace/output/a.md\n")(task),
    ),
]


@pytest.mark.parametrize("edit", FINE)
def test_what_is_allowed_is_not_found(good: Path, edit: Edit) -> None:
    edit(good)
    assert check(good) == []


def test_dates_in_seed_data_are_relative(write_task: WriteTask) -> None:
    task = write_task("dated", services=["shop"])
    seed = task / "mock" / "shop.json"
    seed.write_text('{\n"orders": [\n{"at": "+2d 09:30", "note": "since 2024-01-02"},\n')
    assert "absolute-date" not in {finding.rule for finding in check(task)}
    with seed.open("a") as more:
        more.write('{"at": "2026-03-01T10:00:00Z"},\n{"day": "2026-03-01"}]}\n')
    assert [f.line for f in check(task) if f.rule == "absolute-date"] == [4, 5]


SCENARIO = """from liveclawbench.scenario import *
@scenario
def build(draw):
    return Scenario(instruction={!r}, services={{"shop": {{}}}})
"""


def test_what_is_wrong_in_rendered_data_comes_before_that_it_is_not_rendered(
    write_task: WriteTask,
) -> None:
    task = write_task("edited", services=["shop"])
    put("scenario.py", SCENARIO.format((task / REQUEST).read_text()))(task)
    put("mock/shop.json", '{\n"users": [\n{"id": 1},\n{"id": "x"}\n]\n}\n')(task)
    put("mock/faults.toml", '[[fault]]\nid = "f"\neffect = "dorp"\n[[fault]]\n')(task)
    found = [(f.path.name, f.rule, f.line) for f in check(task) if f.path.parent.name == "mock"]
    shop = [(rule, line) for name, rule, line in found if name == "shop.json"]
    assert shop[0] == ("seed", 3)
    assert shop[-1] == ("rendered", 1)
    assert {line for rule, line in shop if rule == "seed"} == {3, 4}
    assert [(rule, line) for name, rule, line in found if name == "faults.toml"] == [
        ("seed", 3),
        ("seed", 4),
        ("rendered", 1),
    ]


def test_sound_data_are_checked_again_when_they_change(write_task: WriteTask) -> None:
    task = write_task("again", services=["shop"])
    assert not [f for f in check(task) if f.rule == "seed"]
    assert not [f for f in check(task) if f.rule == "seed"]
    put("mock/shop.json", '{"pots": []}')(task)
    assert [f.line for f in check(task) if f.rule == "seed"] == [1]
    put("mock/shop.json", json.dumps({"pots" + str(n): [] for n in range(70)}, indent=0))(task)
    found = [f for f in check(task) if f.rule == "seed"]
    assert len(found) == 51
    assert "20 more" in found[-1].message


@pytest.mark.parametrize("name", [TOML, REQUEST, DOCKER, TEST, VERIFY, SOLVE])
def test_of_a_file_that_is_no_text_only_that_is_told(good: Path, name: str) -> None:
    raw(name, b"first\n\xff\xfe\n")(good)
    found = [f for f in check(good) if f.path == good / name]
    assert [(f.rule, f.line) for f in found] == [("text", 2)]
    assert "not UTF-8" in found[0].message


def test_a_python_error_is_named_by_its_line_and_told_once(good: Path) -> None:
    put("scenario.py", "x = 1\nif True\n    pass\n")(good)
    (found,) = check(good)
    assert (found.rule, found.path.name, found.line) == ("python", "scenario.py", 2)
    assert found.message == "not valid Python: expected ':'"


def test_a_seed_file_may_not_lie_where_the_agent_sees_it(write_task: WriteTask) -> None:
    task = write_task("seen", services=["shop"])
    put("environment/data/shop.json", "[1]")(task)
    put("environment/data/copy.txt", (task / "mock/shop.json").read_text())(task)
    found = [f.path.name for f in check(task) if f.rule == "visible-seed"]
    assert found == ["copy.txt", "shop.json"]


def test_a_matched_pair_differs_by_a_factor_only(good: Path, write_task: WriteTask) -> None:
    text = (good / "instruction.md").read_text()
    put(
        "scenario.py",
        "from liveclawbench.scenario import *\n@scenario\ndef build(draw):\n"
        f"    return Scenario(instruction={text!r})\n",
    )(good)
    pair = write_task("pair-task", case_id=2, seed=4, factor_b1=1)
    line = "from liveclawbench.scenario import same_as\nbuild = same_as('good-task')\n"
    put("scenario.py", line)(pair)
    (found,) = [f for f in check(pair) if f.rule == "matched-pair"]
    assert (found.path, found.line) == (pair / "task.toml", 1)
    assert "the seed is 4" in found.message
    replace(TOML, "seed = 4", "seed = 1")(pair)
    assert not [f for f in check(pair) if f.rule == "matched-pair"]


def test_a_scenario_is_rendered_again_when_what_it_is_made_from_changes(
    good: Path, write_task: WriteTask
) -> None:
    scenario = (
        "from liveclawbench.scenario import *\n@scenario\ndef build(draw):\n"
        "    return Scenario(instruction={!r})\n"
    )
    put("scenario.py", scenario.format((good / REQUEST).read_text()))(good)
    pair = write_task("pair-task", case_id=2, factor_b1=1)
    line = "from liveclawbench.scenario import same_as\nbuild = same_as('good-task')\n"
    put("scenario.py", line)(pair)
    for task in (good, pair):
        render_in_place(Task.load(task))
    for _ in range(2):
        assert not [f for f in check(pair) if f.rule == "rendered"]
    put("scenario.py", scenario.format("Other words than those on disk." * 3))(good)
    found = [f.path for f in check(pair) if f.rule == "rendered"]
    assert sorted(found) == [good / REQUEST, pair / REQUEST]


def test_a_case_id_is_used_once(good: Path, write_task: WriteTask) -> None:
    other = write_task("other-task")
    write(Corpus(good.parent))
    (found,) = check(good)
    assert (found.rule, found.path) == ("case-id", other / "task.toml")
    assert "good-task" in found.message
    assert "2" in found.fix
    assert validate_corpus(Corpus(good.parent), ["good-task"]) == []


def test_listings_agree_with_the_tasks(good: Path, write_task: WriteTask) -> None:
    write_task("other-task", case_id=2)
    root = good.parent.parent
    found = [(f.rule, f.path.relative_to(root).as_posix()) for f in check(good)]
    assert ("registry", "registry.json") in found
    assert ("registry", "docs/metadata/cases_registry.csv") in found
    write(Corpus(good.parent))
    assert check(good) == []
    replace(TOML, 'difficulty = "easy"', 'difficulty = "hard"')(good)
    messages = [f.message for f in check(good)]
    assert any("no task says so: 1,good-task,easy" in message for message in messages)
    assert any("lacks 1,good-task,hard" in message for message in messages)


def test_the_registry_is_what_harbor_reads(good: Path) -> None:
    (dataset,) = json.loads((good.parent.parent / "registry.json").read_text())
    assert dataset["name"] == "liveclawbench"
    assert dataset["tasks"] == [{"name": "good-task", "path": "tasks/good-task"}]
    assert set(dataset) == {"name", "version", "description", "tasks", "metrics"}


def test_every_rule_has_a_case_here() -> None:
    elsewhere = {"absolute-date", "case-id", "registry", "matched-pair"}
    assert {rule.name for rule in RULES} == {rule for rule, _, _ in BROKEN} | elsewhere
    assert all(rule.summary for rule in RULES)


def test_what_is_not_text_is_no_obstacle(good: Path) -> None:
    (good / "environment/picture.png").write_bytes(bytes(range(256)))
    (good / "environment/loop").symlink_to("loop")
    (good / "environment/outside").symlink_to("/etc")
    assert check(good) == []
