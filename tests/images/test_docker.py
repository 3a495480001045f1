"""The same images from a Docker engine, where one runs."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from docker_engine import docker

from liveclawbench.errors import LiveClawError
from liveclawbench.images import DockerStore, Store
from liveclawbench.images.recipe import Recipe

WriteTask = Callable[..., Path]


@pytest.mark.slow
@pytest.mark.usefixtures("docker_daemon")
def test_the_same_image_as_the_sandboxs(write_task: WriteTask) -> None:
    task = write_task("docker-twin")
    built, other = DockerStore().task(task, []), Store().task(task, [])
    try:
        assert built.config == other.config
        listing = "cd /opt/mock && find . ! -path './venv/lib*' -printf '%M %u %g %p\\n' | sort"
        done = docker("run", "--rm", built.name, "sh", "-c", listing)
        assert done.returncode == 0
        assert "drwxr-x--- root mock ./task" in done.stdout
        assert "drwxr-xr-x root root ./oracle" in done.stdout
        closed = docker("run", "--rm", "-u", "node", built.name, "ls", "/opt/mock/task")
        assert "Permission denied" in closed.stderr
    finally:
        docker("image", "rm", built.name)


@pytest.mark.slow
@pytest.mark.usefixtures("docker_daemon")
def test_nothing_is_built_twice(write_task: WriteTask) -> None:
    task = write_task("docker-once")
    said: list[str] = []
    store = DockerStore(progress=said.append)
    first = store.task(task, [])
    try:
        assert said
        said.clear()
        assert store.task(task, []) == first
        assert said == []
    finally:
        docker("image", "rm", first.name)


@pytest.mark.slow
@pytest.mark.usefixtures("docker_daemon")
def test_an_image_of_the_sandboxs_comes_whole_and_once() -> None:
    base, said = Store().base(), list[str]()
    dockerfile = f"FROM {base.id}\nENV SAID=hello\nRUN echo good day > /greeting\n"
    wanted = Recipe(
        tag="liveclawbench-came-whole:latest",
        inputs={"parent": base.id},
        write=lambda out: (out / "Dockerfile").write_text(dockerfile),
    )
    engine = DockerStore(progress=said.append)._docker
    came = engine.same(wanted)
    try:
        done = docker("run", "--rm", came.name, "sh", "-c", "cat /greeting; echo $SAID")
        assert done.stdout == "good day\nhello\n"
        said.clear()
        assert engine.same(wanted) == came
        assert said == []
    finally:
        docker("image", "rm", came.name)


@pytest.mark.slow
@pytest.mark.usefixtures("docker_daemon")
def test_a_failed_step_is_named(write_task: WriteTask) -> None:
    task = write_task("docker-failed")
    path = task / "environment/Dockerfile"
    path.write_text(
        "ARG OPENCLAW_BASE_IMAGE=liveclawbench-docker-failed-base:latest\n"
        "FROM ${OPENCLAW_BASE_IMAGE}\n\nRUN ls /nowhere\n"
    )
    with pytest.raises(LiveClawError, match="cannot access '/nowhere'") as failure:
        DockerStore().task(task, [])
    assert (failure.value.path, failure.value.line) == (path, 4)


def test_without_docker_it_says_so(
    write_task: WriteTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LiveClawError, match="no `docker` command"):
        DockerStore().task(write_task("a-task"), [])


@pytest.mark.skipif(not shutil.which("docker"), reason="no docker command")
def test_without_a_daemon_it_says_so(
    write_task: WriteTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(LiveClawError, match="no Docker daemon answers"):
        DockerStore().task(write_task("a-task"), [])
