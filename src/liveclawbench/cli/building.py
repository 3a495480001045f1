"""Building the images of tasks, with progress on the terminal."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from liveclawbench.cli.console import err, plain

if TYPE_CHECKING:
    from liveclawbench.errors import LiveClawError
    from liveclawbench.tasks import Task

Engine = Literal["sandbox", "docker"]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Unbuilt:
    """A task whose image cannot be built, and why."""

    task: "Task"
    error: "LiveClawError"


@contextmanager
def steps() -> Iterator[Say]:
    """A function that shows what is being done, in one changing line if this is a terminal."""
    console = err()
    if not console.is_terminal:
        yield lambda message: None if ": step " in message else _line(message)
        return
    with console.status("") as status:
        yield lambda message: status.update(plain(message, "dim"))


def ensure_sandboxes(*, public: bool) -> None:
    """LiveClawError, before anything is built, where this machine could not run an environment.

    `public`: one with the internet.
    """
    from liveclawbench.errors import LiveClawError
    from liveclawbench.sandbox import preflight

    for problem in preflight():
        if public or not problem.public_only:
            raise LiveClawError(problem.message, hint=problem.hint)


def build_images(
    tasks: Sequence["Task"],
    *,
    engine: Engine = "sandbox",
    full: bool = False,
    force: bool = False,
) -> tuple[list["Task"], list[Unbuilt]]:
    """Build what is not up to date; the tasks that can run, and those that cannot.

    An error that no task is to blame for (no network, disk full) is raised.
    """
    from liveclawbench.errors import described
    from liveclawbench.images import DockerStore, Store

    ready: list[Task] = []
    unbuilt: list[Unbuilt] = []
    with steps() as say:
        label = ""
        kind = DockerStore if engine == "docker" else Store
        store = kind(variant="latest" if full else "small", progress=lambda m: say(label + m))
        try:
            store.mock()
            for number, task in enumerate(tasks, 1):
                label = f"[{number}/{len(tasks)}] {task.name}: "
                try:
                    timeout = task.config.environment.build_timeout_sec
                    store.task(task.dir, task.services, timeout=timeout, force=force)
                    ready.append(task)
                except Exception as error:
                    unbuilt.append(Unbuilt(task, described(error, task.dir)))
        except KeyboardInterrupt:
            store.cancel()
            raise
    return ready, unbuilt


def _line(message: str) -> None:
    err().print(plain(message, "dim"), soft_wrap=True)
