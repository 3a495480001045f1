"""`liveclaw shell`: a shell as the agent, in a live environment."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from liveclawbench.cli.building import build_images, ensure_sandboxes, steps
from liveclawbench.cli.console import err, out, plain
from liveclawbench.cli.options import OneName, TasksDir, one_task
from liveclawbench.paths import TASKS

if TYPE_CHECKING:
    from liveclawbench.tasks import Task


def shell(
    name: OneName,
    root: Annotated[bool, typer.Option("--root", help="As root instead of the agent.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With the agent's runtime: Node, OpenClaw, a browser.")
    ] = False,
    tasks_dir: TasksDir = TASKS,
) -> None:
    """Open a shell as the agent in a task's environment; everything is gone at exit.

    Commands on standard input are run if that is not a terminal.
    """
    import asyncio

    task = one_task(name, tasks_dir)
    ensure_sandboxes(public=True)
    _, unbuilt = build_images([task], full=full)
    for problem in unbuilt:
        raise problem.error
    user = "root" if root else task.config.agent.user
    raise typer.Exit(asyncio.run(_session(task, user, full=full)))


async def _session(task: "Task", user: str, *, full: bool) -> int:
    from liveclawbench.images import Store
    from liveclawbench.sandbox import Limits, Sandbox

    image = Store(variant="latest" if full else "small").task(task.dir, task.services)
    environment = task.config.environment
    sandbox = Sandbox(
        image,
        limits=Limits(cpus=environment.cpus, memory_mb=environment.memory_mb),
        network="public",
        name=task.name,
    )
    with steps() as say:
        say("starting")
        await sandbox.start()
    try:
        if sys.stdin.isatty():
            out().print(plain(task.instruction().strip(), "bold"))
            err().print(f"You are {user}. `exit` or Ctrl-D ends it.", style="dim")
            return await sandbox.interact(["bash", "-i"], user=user)
        done = await sandbox.exec(["bash"], user=user, input=sys.stdin.buffer.read())
        out().print(plain(done.stdout), soft_wrap=True, end="")
        err().print(plain(done.stderr), soft_wrap=True, end="")
        return done.return_code
    finally:
        await sandbox.stop()
