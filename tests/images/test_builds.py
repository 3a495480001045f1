"""Real images. The first test that runs on a machine bootstraps the base, which takes a while."""

import os
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.images import Image, Store, contexts, locks
from liveclawbench.images.buildah import Buildah
from liveclawbench.images.command import Runner
from liveclawbench.images.index import Index
from liveclawbench.images.leases import Leases
from liveclawbench.images.shelf import prune
from liveclawbench.paths import cache_dir

pytestmark = pytest.mark.slow
WriteTask = Callable[..., Path]


def write_steps(task: Path, steps: str) -> Path:
    path = task / "environment" / "Dockerfile"
    path.write_text(f"FROM liveclawbench-{task.name}-base:latest\n{steps}")
    return path


def inside(store: Store, task: Path, path: str) -> Path:
    """The file of the uppermost layer that has it."""
    layers = store.task(task, []).layers
    return next(layer / path for layer in reversed(layers) if (layer / path).exists())


def test_what_a_dockerfile_says_becomes_the_image(write_task: WriteTask) -> None:
    task = write_task("image-config")
    (task / "environment" / "note.txt").write_text("hello")
    steps = """COPY note.txt /workspace/
RUN cat /workspace/note.txt > /workspace/copy.txt
ENV COLOUR=green
WORKDIR /workspace/output
HEALTHCHECK --interval=2s --retries=7 CMD test -e /workspace
STOPSIGNAL SIGKILL
CMD ["sh", "-c", "sleep infinity"]
"""
    write_steps(task, steps)
    image = Store().task(task, [])
    assert image.config.entrypoint == ("/opt/mock/entrypoint.sh",)
    assert image.config.cmd == ("sh", "-c", "sleep infinity")
    assert image.config.env["COLOUR"] == "green"
    assert image.config.env["MOCK_DATA_DIR"] == "/var/lib/mock-data"
    assert image.config.workdir == "/workspace/output"
    assert image.config.healthcheck is not None
    assert image.config.healthcheck.interval == 2.0
    assert image.config.healthcheck.retries == 7
    assert image.config.healthcheck.command[-1] == "test -e /workspace"
    assert inside(Store(), task, "workspace/copy.txt").read_text() == "hello"


def test_nothing_is_built_twice(write_task: WriteTask) -> None:
    task = write_task("built-once")
    said: list[str] = []
    store = Store(progress=said.append)
    first = store.task(task, [])
    assert any("liveclawbench-built-once" in message for message in said)
    said.clear()
    assert store.task(task, []) == Store(progress=said.append).task(task, []) == first
    assert said == []
    (task / "instruction.md").write_text("Another instruction, which is no part of an image.\n")
    assert store.task(task, []) == first
    (task / "environment" / "new.txt").write_text("x")
    assert store.task(task, []).id != first.id


def test_the_platform_is_closed_to_the_agent(write_task: WriteTask) -> None:
    task = write_task("closed-platform")
    (task / "mock").mkdir()
    (task / "mock" / "shop.json").write_text("{}")
    layers = Store().task(task, []).layers
    groups = next(path for layer in reversed(layers) if (path := layer / "etc/group").exists())
    ids = {line.split(":")[0]: int(line.split(":")[2]) for line in groups.read_text().splitlines()}
    for layer in layers:
        for closed in ("opt/mock/venv", "opt/mock/task", "opt/mock/startup.d"):
            for path in [layer / closed, *(layer / closed).rglob("*")]:
                if not path.exists(follow_symlinks=False) or path.is_symlink():
                    continue
                state = path.stat()
                assert (state.st_uid, state.st_gid) == (0, ids["mock"]), path
                assert state.st_mode & 0o027 == 0, path
        data = layer / "var/lib/mock-data"
        assert not data.exists() or data.stat().st_mode & 0o077 == 0


def test_two_instances_of_a_task_live_side_by_side(write_task: WriteTask, tmp_path: Path) -> None:
    first = write_task("twin")
    write_steps(first, "COPY value.txt /workspace/\n")
    second = tmp_path / "another"
    for task, value in ((first, "1"), (second, "2")):
        (task / "environment").mkdir(parents=True, exist_ok=True)
        (task / "environment" / "value.txt").write_text(value)
    (second / "environment/Dockerfile").write_text(
        "ARG OPENCLAW_BASE_IMAGE=liveclawbench-twin-base:latest\n"
        "FROM ${OPENCLAW_BASE_IMAGE}\nCOPY value.txt /workspace/\n"
    )
    store = Store()
    one, two = store.task(first, []), store.task(second, [], name="twin")
    assert one.name != two.name
    assert [(image.layers[-1] / "workspace/value.txt").read_text() for image in (one, two)] == [
        "1",
        "2",
    ]


def test_a_failed_step_is_named_and_the_next_build_works(write_task: WriteTask) -> None:
    task = write_task("failed-step")
    path = write_steps(task, "\n# first\nRUN seq 60 && \\\n    ls /nowhere\n")
    with pytest.raises(LiveClawError, match="ls: cannot access '/nowhere'") as failure:
        Store().task(task, [])
    assert (failure.value.path, failure.value.line) == (path, 4)
    write_steps(task, "RUN true\n")
    assert Store().task(task, []).layers


def test_a_dockerfile_on_another_base_is_refused(write_task: WriteTask) -> None:
    task = write_task("other-base")
    (task / "environment/Dockerfile").write_text("FROM debian:trixie\n")
    with pytest.raises(LiveClawError, match="no FROM names this task's own base"):
        Store().task(task, [])


def test_a_build_that_takes_too_long_is_ended(write_task: WriteTask) -> None:
    task = write_task("slow-step")
    write_steps(task, "RUN sleep 61.5\n")
    with pytest.raises(LiveClawError, match="took longer than 1 s"):
        Store().task(task, [], timeout=1.0)
    assert not running("sleep 61.5")


def test_a_cancelled_build_leaves_nothing(write_task: WriteTask) -> None:
    task = write_task("cancelled")
    write_steps(task, "RUN sleep 62.5\n")
    store = Store(progress=lambda message: started.set() if "sleep 62.5" in message else None)
    started = threading.Event()
    canceller = threading.Thread(target=lambda: started.wait(120) and store.cancel())
    canceller.start()
    with pytest.raises(LiveClawError, match="interrupted"):
        store.task(task, [])
    canceller.join()
    assert not running("sleep 62.5")
    assert not left_behind()


@pytest.mark.alone
def test_a_killed_build_is_cleaned_up_by_the_next(write_task: WriteTask) -> None:
    task = write_task("killed")
    write_steps(task, "RUN sleep 63.5\n")
    program = (
        "import sys; from pathlib import Path; from liveclawbench.images import Store\n"
        "Store(progress=lambda m: print(m, flush=True)).task(Path(sys.argv[1]), [])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(task)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert any("sleep 63.5" in line for line in process.stdout)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    wait_until_gone("sleep 63.5")
    write_steps(task, "RUN true\n")
    assert Store().task(task, []).layers
    assert not left_behind()


def test_many_threads_wait_for_one_build(write_task: WriteTask) -> None:
    task = write_task("many-threads")
    said: list[str] = []
    store = Store(progress=said.append)
    with ThreadPoolExecutor(4) as pool:
        images = list(pool.map(lambda _: store.task(task, []), range(4)))
    assert len({image.id for image in images}) == 1
    assert said.count("Building " + images[0].name) == 1


def test_pruning_waits_until_the_last_layer_of_a_stack_stands(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    pruning = threading.Thread(target=store.prune)
    with store._own.stacking():
        pruning.start()
        pruning.join(0.3)
        assert pruning.is_alive()
        assert store.prune_if_idle() is None
    pruning.join(30)
    assert not pruning.is_alive()
    assert store.prune_if_idle() is not None


def test_services_need_an_image_that_ends_as_root(write_task: WriteTask) -> None:
    task = write_task("not-root", services=["email"])
    (task / "mock/email.json").write_text("{}")
    path = write_steps(task, "USER node\n")
    with pytest.raises(LiveClawError, match="its services start as root") as failure:
        Store().task(task, ["email"])
    assert failure.value.path == path


def test_a_wrong_seed_fails_before_anything_is_built(write_task: WriteTask) -> None:
    task = write_task("wrong-seed", services=["email"])
    (task / "mock/email.json").write_text('{"no_such_table": [{"title": 1}]}')
    with pytest.raises(LiveClawError, match=r"email\.json"):
        Store().task(task, ["email"])


def running(command: str) -> bool:
    found = subprocess.run(["pgrep", "--full", "--exact", command], capture_output=True)
    return found.returncode == 0


def wait_until_gone(command: str) -> None:
    pids = subprocess.run(
        ["pgrep", "--full", "--exact", command], capture_output=True, text=True
    ).stdout.split()
    for pid in pids:
        try:
            descriptor = os.pidfd_open(int(pid))
        except ProcessLookupError:
            continue
        assert select.select([descriptor], [], [], 10)[0]
        os.close(descriptor)


def left_behind() -> list[str]:
    """Mounts and temporary directories of builds, unless somebody else builds right now."""
    mounts = Path("/proc/mounts").read_text().splitlines()
    found = [line for line in mounts if str(cache_dir() / "storage") in line]
    temporary = cache_dir() / "tmp"
    with locks.alone(cache_dir() / "locks" / "build.lock") as nobody_else:
        if nobody_else and temporary.is_dir():
            found += os.listdir(temporary)
    return found


@pytest.mark.alone
def test_a_platform_pruned_meanwhile_is_built_again(
    write_task: WriteTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "mock_platform"
    shutil.copytree(contexts.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "another.py").write_text(f"# {os.urandom(8).hex()}\n")
    monkeypatch.setattr(contexts, "PACKAGE", package)
    store, first, second = Store(), write_task("first"), write_task("second")
    buildah = Buildah(cache_dir(), Runner())
    index = Index(cache_dir() / "images")

    def lose(image: Image) -> None:
        """As pruning does: a task built on it keeps its layers."""
        for key in index.stored():
            if (found := index.get(key)) and found.id == image.id:
                index.forget(key)
        buildah.checked(["rmi", "--force", image.id])

    lost = store.mock()
    store.task(first, [])
    lose(lost)
    assert all(layer.is_dir() for layer in lost.layers)
    try:
        assert store.task(second, []).layers[: len(lost.layers) - 1] == lost.layers[:-1]
    finally:
        lose(store.mock())


def test_an_image_that_a_program_has_asked_for_is_not_pruned(write_task: WriteTask) -> None:
    task = write_task("fresh-instance")
    (task / "environment/word.txt").write_text(os.urandom(8).hex())
    theirs = Store()
    image = theirs.task(task, [])
    Store().prune()
    assert image.layers[-1].is_dir()
    theirs.release()
    Store().prune()
    assert not image.layers[-1].exists()


@pytest.mark.alone
def test_an_image_in_use_that_lost_its_name_to_a_newer_one_stays(
    write_task: WriteTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "mock_platform"
    shutil.copytree(contexts.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(contexts, "PACKAGE", package)
    made: list[Image] = []
    for _ in range(2):
        (package / "another.py").write_text(f"# {os.urandom(8).hex()}\n")
        made.append(Store().mock())
    older, newer = made
    buildah, index = Buildah(cache_dir(), Runner()), Index(cache_dir() / "images")
    assert (older.name, buildah.stored()[older.id]) == (newer.name, False)
    held = Leases(cache_dir() / "leases").held_by_anybody()
    prune(index, buildah, {older.id, newer.id} | held, everything=False)
    assert {older.id, newer.id} <= buildah.stored().keys()
    prune(index, buildah, {newer.id} | held, everything=False)
    assert older.id not in buildah.stored()
    buildah.checked(["rmi", "--force", newer.id])
    assert Store().mock().id in buildah.stored()
