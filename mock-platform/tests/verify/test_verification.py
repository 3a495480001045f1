"""A verification over a real service's databases, before and after requests."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from decimal import Decimal

import pytest
from sample import service

from mock_platform.kit.clock import now
from mock_platform.kit.faults import load_faults
from mock_platform.kit.trial import write_trial
from mock_platform.verify import ANY, Places, only, removed, run

SEED = {
    "users": [{"id": 1, "email": "nora@larder.example", "name": "Nora Quill", "password": "plum"}],
    "jars": [
        {"id": 1, "user_id": 1, "label": "apricot", "price": "4.50"},
        {"id": 2, "user_id": 1, "label": "cherry", "price": "5.00"},
    ],
}
DROP = '[[fault]]\nid = "f"\nfactor = "C2"\nservice = "sample"\non = "fill_jar"\neffect = "drop"\n'
CHANGE = (
    '[[fault]]\nid = "f"\nfactor = "C1"\nservice = "sample"\non = "list_jars"\neffect = "change"\n'
    'table = "jars"\nwhere = { id = 2 }\nset = { price = "9.00" }\n'
)


@pytest.fixture
def trial(start, tmp_path, monkeypatch):
    """`trial(faults)` starts the service; `.fill()` acts; `.verify(function)` gives the numbers."""
    monkeypatch.setattr("mock_platform.verify.state.get_service", lambda name: service)

    class Trial:
        def __init__(self, faults=""):
            self.live = start(service, SEED, faults)
            self.client = self.live.login("nora@larder.example", "plum")
            faults = load_faults(self.live.data_dir / "faults.toml", [service])
            write_trial(self.live.data_dir, now(), ["sample"], faults)
            (self.live.data_dir / "services").write_text("sample\n")
            self.places = Places(
                tmp_path, self.live.data_dir, self.live.data_dir, tmp_path / "logs"
            )

        def fill(self, label="fig"):
            self.client.post("/api/jars", json={"label": label, "price": "2"}).raise_for_status()

        def verify(self, function, status=None):
            code = run(function, self.places)
            assert status is None or code == status
            return json.loads((self.places.logs / "verdict.json").read_text())

    (tmp_path / "expected.json").write_text('{"jar": {"label": "fig"}}')
    return Trial


def one_fig(v):
    sample = v.service("sample")
    jar = v.exactly_one(sample.added("jars", label=v.expected.jar.label))
    v.gate("a jar was filled", jar, cap=0.0)
    v.check("the right jar", 1.0, jar is not None, "no jar of figs")
    v.allow(sample, jars=jar)


def test_doing_the_task_earns_one_and_nothing_earns_zero(trial):
    running = trial()
    assert running.verify(one_fig, status=1)["reward"] == 0.0
    running.fill()
    assert running.verify(one_fig, status=0)["reward"] == 1.0


def test_a_verifier_knows_when_the_trial_started(trial):
    seen = []

    def verify(v):
        seen.append(v.started)
        v.check("anything", 1.0, True)

    trial().verify(verify)
    assert abs(seen[0] - now()) < timedelta(minutes=5)


def test_an_extra_change_is_collateral_damage(trial):
    running = trial()
    running.fill()
    running.fill("plum")
    running.client.delete("/api/jars/1").raise_for_status()
    verdict = running.verify(one_fig)
    assert verdict["reward"] == 0.5
    assert verdict["collateral"] == ["sample.jars #4 added", "sample.jars #1 removed"]


@pytest.mark.parametrize(
    ("allowed", "damages"),
    [
        (lambda s: ANY, 0),
        (lambda s: removed(s.baseline("jars", id=1)), 0),
        (lambda s: [only("price"), removed(s.removed("jars"))], 0),
        (lambda s: only("price"), 1),
        (lambda s: s.removed("jars"), 1),
        (lambda s: None, 1),
    ],
)
def test_what_is_allowed(trial, allowed, damages):
    running = trial()
    running.client.delete("/api/jars/1").raise_for_status()

    def verify(v):
        v.check("nothing", 1.0, False)
        v.allow(v.service("sample"), jars=allowed(v.service("sample")))

    assert len(running.verify(verify)["collateral"]) == damages


def test_what_the_world_changed_is_not_the_agents_damage(trial):
    running = trial(CHANGE)
    running.client.get("/api/jars")
    running.fill()
    verdict = running.verify(one_fig)
    assert (verdict["reward"], verdict["collateral"], verdict["fired"]) == (1.0, [], {"f": 1})


def test_a_reward_without_the_fault_is_invalid(trial):
    running = trial(CHANGE)
    running.fill()
    verdict = running.verify(one_fig)
    assert verdict["invalid"] == ["the fault 'f' never fired"]


def test_no_reward_without_the_fault_is_a_plain_zero(trial):
    assert trial(DROP).verify(one_fig)["invalid"] == []


@pytest.mark.parametrize(
    "lost", ["sample.sqlite", "baseline/sample.sqlite", "trial.json", "services"]
)
def test_a_missing_database_is_an_error_and_never_a_reward(trial, lost):
    running = trial()
    running.fill()
    running.verify(one_fig)
    (running.live.data_dir / lost).unlink()
    assert run(one_fig, running.places) == 3
    assert list(running.places.logs.iterdir()) == []


def test_a_crash_leaves_no_reward(trial):
    running = trial()

    def crash(v):
        v.check("all", 1.0, True)
        raise RuntimeError("broken")

    assert run(crash, running.places) == 3
    assert list(running.places.logs.iterdir()) == []


def test_weights_that_do_not_add_up_are_an_error(trial):
    running = trial()
    assert run(lambda v: v.check("half", 0.5, True), running.places) == 3


def test_names_that_are_no_text_cannot_make_the_verifier_crash(tmp_path):
    script = tmp_path / "verify.py"
    script.write_text(
        "from pathlib import Path\n"
        "from mock_platform.verify import Places, read_tree, run\n"
        "def verify(v):\n"
        "    for name in read_tree(str(here / 'left')).files:\n"
        "        v.damage(name)\n"
        "    v.check('all', 1.0, True, 'fine')\n"
        "here = Path(__file__).parent\n"
        "raise SystemExit(run(verify, Places(here, here, here, here / 'logs')))\n"
    )
    (tmp_path / "services").write_text("")
    (tmp_path / "left").mkdir()
    (tmp_path / "left" / os.fsdecode(b"caf\xe9")).write_text("x")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "logs" / "reward.json").read_text())["reward"] == 0.75


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf"), Decimal("0.5")])
@pytest.mark.parametrize("counted_by", ["check", "gate"])
def test_a_score_that_is_no_share_is_the_verifiers_failure_and_no_zero(
    tmp_path, capsys, score, counted_by
):
    (tmp_path / "services").write_text("")

    def verify(v):
        if counted_by == "gate":
            v.gate("a", score, cap=0.0)
        v.check("a", 1.0, score if counted_by == "check" else True)

    assert run(verify, Places(tmp_path, tmp_path, tmp_path, tmp_path / "logs")) == 3
    assert not list((tmp_path / "logs").iterdir())
    assert "'a' is" in capsys.readouterr().err


def test_what_happened_is_written_down_in_order(trial):
    t = trial(CHANGE)
    t.fill("quince " * 100)
    t.client.get("/api/jars").raise_for_status()
    t.verify(one_fig)
    text = (t.places.logs / "events.jsonl").read_text()
    filled, *rest = [json.loads(line) for line in text.splitlines()]
    assert (filled["service"], filled["operation"], filled["kind"]) == (
        "sample",
        "fill_jar",
        "added",
    )
    assert filled["changes"]["price"] == "2"
    assert len(filled["changes"]["label"]) == 301
    assert [entry.get("fault") for entry in rest if "fault" in entry] == ["f"]
    [world] = [entry for entry in rest if entry.get("surface") == "world"]
    assert world["changes"] == {"price": ["5.00", "9.00"]}
    times = [entry["at"] for entry in (filled, *rest)]
    assert times == sorted(times)
