"""`liveclaw run`: run trials and report them."""

import os
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from liveclawbench.cli.building import Engine, build_images, ensure_sandboxes
from liveclawbench.cli.console import err, plain
from liveclawbench.cli.ending import heed_sigterm, interrupted_status, received
from liveclawbench.cli.options import Difficulties, Domains, Factors, Names, TasksDir, select
from liveclawbench.paths import TASKS
from liveclawbench.results.naming import new_job_name

if TYPE_CHECKING:
    from liveclawbench.harbor import Agent, Run
    from liveclawbench.results import Trial
    from liveclawbench.sandbox import Endpoint
    from liveclawbench.tasks import Selection, Task

NetworkChoice = Literal["task", "model-only"]
_BARE = {"oracle", "nop", "liveclawbench.harbor:Script"}
_MOST_TRIALS = 100_000
_MOST_AT_ONCE = 1000
_PATIENCE = 2.0


@dataclass
class Session:
    """One `liveclaw run`: what is to be run and how, and what has come of it so far."""

    agent: "Agent"
    attempts: int
    concurrency: int
    engine: Engine
    network: "NetworkChoice"
    jobs_dir: Path
    name: str = field(default_factory=new_job_name)
    trials: list["Trial"] = field(default_factory=list)
    interrupted: bool = False

    @property
    def directory(self) -> Path:
        return self.jobs_dir / self.name

    @property
    def full(self) -> bool:
        """Whether the agent needs its runtime in the image."""
        return self.agent.name not in _BARE


def run(
    names: Names = None,
    domain: Domains = None,
    factor: Factors = None,
    difficulty: Difficulties = None,
    tasks_dir: TasksDir = TASKS,
    agent: Annotated[
        str, typer.Option("-a", "--agent", help="oracle, nop, or any agent that Harbor knows.")
    ] = "oracle",
    model: Annotated[
        str | None, typer.Option("-m", "--model", help="The model, as PROVIDER/NAME.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the model is, such as http://HOST:PORT/v1."),
    ] = None,
    api_key_env: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The variable that holds the key of the model."),
    ] = None,
    attempts: Annotated[
        int, typer.Option("-k", "--attempts", min=1, help="How often each task is tried.")
    ] = 1,
    concurrency: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--concurrency",
            min=1,
            max=_MOST_AT_ONCE,
            help="Trials at a time; one a core by default.",
        ),
    ] = None,
    jobs_dir: Annotated[
        Path, typer.Option("-o", "--jobs-dir", help="Where the job's folder goes.")
    ] = Path("jobs"),
    engine: Annotated[Engine, typer.Option("--env", help="Where trials run.")] = "sandbox",
    network: Annotated[
        NetworkChoice,
        typer.Option(
            help="What trials reach: what the task allows, or only the model and the mirrors "
            "that the task declares."
        ),
    ] = "task",
    agent_kwargs: Annotated[
        list[str] | None,
        typer.Option("--ak", metavar="KEY=VALUE", help="A setting of the agent (may repeat)."),
    ] = None,
    agent_env: Annotated[
        list[str] | None,
        typer.Option("--ae", metavar="KEY=VALUE", help="A variable for the agent (may repeat)."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the results; - is stdout.")
    ] = None,
    min_reward: Annotated[
        float | None, typer.Option(min=0, max=1, help="Fail below this mean reward.")
    ] = None,
) -> None:
    """Run tasks (all without a name) and print the scores.

    Exit status: 0 all graded, 1 any error, time-out or invalid trial or a mean reward below
    --min-reward, 2 wrong usage, 130 interrupted (143 by SIGTERM).
    """
    found = select(names, domain, factor, difficulty, tasks_dir)
    _bounded(len(found.tasks) + len(found.broken), attempts)
    _usable(jobs_dir, json_file)
    session = Session(
        agent=_agent(agent, model, agent_kwargs, agent_env, base_url, api_key_env),
        attempts=attempts,
        concurrency=concurrency or os.cpu_count() or 1,
        engine=engine,
        network=network,
        jobs_dir=jobs_dir,
    )
    _run(session, found)
    _report(session, found.tasks, json_file)
    if status := _status(session, min_reward):
        raise typer.Exit(status)


def _run(session: Session, found: "Selection") -> None:
    """Everything that has an outcome when this returns is in `session.trials`."""
    import asyncio

    from liveclawbench.harbor.agents import check_agent
    from liveclawbench.harbor.job import Run, failed, runs

    check_agent(session.agent)
    settings = _environment(session, found.tasks)
    chosen = runs([task.dir for task in found.tasks], session.agent, attempts=session.attempts)
    for broken in found.broken:
        session.trials.append(failed(Run(broken.dir, session.agent), str(broken.error)))
    try:
        unbuilt = _build(session, found.tasks)
        session.trials += [failed(r, unbuilt[r.task]) for r in chosen if r.task in unbuilt]
        left = [run for run in chosen if run.task not in unbuilt]
        asyncio.run(_trials(session, left, settings))
    except (KeyboardInterrupt, asyncio.CancelledError):
        session.interrupted = True
    finally:
        heed_sigterm()


def _agent(
    name: str,
    model: str | None,
    kwargs: Sequence[str] | None,
    env: Sequence[str] | None,
    base_url: str | None,
    api_key_env: str | None,
) -> "Agent":
    from liveclawbench.errors import UsageError
    from liveclawbench.harbor import Agent
    from liveclawbench.sandbox import Endpoint

    if base_url is not None:
        Endpoint.of(base_url)
    if api_key_env is not None and not os.environ.get(api_key_env):
        raise UsageError(
            f"--api-key-env {api_key_env}: there is no such variable, or it is empty",
            hint=f"export {api_key_env}=…; the key itself never goes on the command line",
        )
    return Agent(name, model, _pairs(kwargs, "--ak"), _pairs(env, "--ae"), base_url, api_key_env)


def _environment(session: Session, tasks: Sequence["Task"]) -> dict[str, Any]:
    """What Harbor's environment is to be given: a runtime for the agent, and a way to its model."""
    from liveclawbench.errors import UsageError
    from liveclawbench.sandbox import Endpoint

    settings: dict[str, Any] = {"variant": "latest" if session.full else "small"}
    if session.engine == "docker":
        if session.network != "task":
            raise UsageError(f"--network {session.network} needs the sandbox (--env sandbox)")
        return settings
    # An agent outside calls its model from here: nothing has to be opened for it.
    inside = session.full and not session.agent.is_outside()
    address = session.agent.model_address() if inside and session.agent.model else None
    model = Endpoint.of(address) if address else None
    if session.network == "model-only":
        settings["network"] = session.network
        if inside and model is None:
            raise UsageError(
                "nothing says where the model is, so nothing can be opened for it",
                hint="--base-url https://HOST/v1",
            )
    if model and model.is_loopback:
        _free(model, tasks)
        _answering(model)
    if model and (model.is_loopback or session.network == "model-only"):
        settings["reach"] = [str(model)]
    return settings


def _free(model: "Endpoint", tasks: Sequence["Task"]) -> None:
    """UsageError where a task's service is called by the address of the model."""
    from liveclawbench.errors import UsageError
    from mock_platform.kit.service import get_service

    for name in {name for task in tasks for name in task.services}:
        if get_service(name).port == model.port:
            raise UsageError(
                f"inside, {model} is the service {name}: the model cannot have the same address",
                hint="let the model's server listen on another port",
            )


def _answering(model: "Endpoint") -> None:
    """UsageError where nothing listens on this machine: the agent would try for minutes."""
    from liveclawbench.errors import UsageError

    try:
        socket.create_connection((model.host, model.port), timeout=_PATIENCE).close()
    except ConnectionRefusedError:
        raise UsageError(
            f"nothing listens at {model}, where the model is said to be",
            hint="start its server, or correct --base-url",
        ) from None
    except OSError:
        pass  # the agent may fare better, and else tells why


def _bounded(tasks: int, attempts: int) -> None:
    from liveclawbench.errors import UsageError

    if tasks * attempts > _MOST_TRIALS:
        raise UsageError(
            f"{tasks} tasks with -k {attempts} are {tasks * attempts:,} trials",
            hint=f"at most {_MOST_TRIALS:,} go into one job: take a smaller -k, or fewer tasks",
        )


def _usable(jobs_dir: Path, json_file: Path | None) -> None:
    """UsageError, before anything is run, if its results could not be kept."""
    from liveclawbench.errors import UsageError

    try:
        jobs_dir.mkdir(parents=True, exist_ok=True)
        if json_file not in (None, Path("-")):
            json_file.open("a").close()
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}", hint="name another place") from None


def _build(session: Session, tasks: Sequence["Task"]) -> dict[Path, str]:
    """Task directory → why there is no image of it."""
    if tasks and session.engine == "sandbox":
        ensure_sandboxes(public=any(task.config.environment.allow_internet for task in tasks))
    _, unbuilt = build_images(tasks, engine=session.engine, full=session.full)
    return {item.task.dir: str(item.error) for item in unbuilt}


async def _trials(session: Session, chosen: Sequence["Run"], settings: Mapping[str, Any]) -> None:
    import asyncio
    import signal

    from liveclawbench.cli.progress import Board
    from liveclawbench.harbor.job import run_job

    if not chosen:
        return
    loop, ourselves = asyncio.get_running_loop(), asyncio.current_task()

    def interrupt(number: int) -> None:
        received(number)
        session.interrupted = True
        if ourselves:
            ourselves.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt, number)
    with Board(len(chosen)) as board:

        def finished(one: "Run", trial: "Trial") -> None:
            if session.interrupted and trial.outcome == "error":
                return  # cut off, so nothing is known of it
            session.trials.append(trial)
            board.finished(one, trial)

        await run_job(
            chosen,
            jobs_dir=session.jobs_dir,
            job_name=session.name,
            concurrency=session.concurrency,
            environment=session.engine,
            environment_kwargs=settings,
            on_phase=board.entered,
            on_trial=finished,
        )


def _report(session: Session, tasks: Sequence["Task"], json_file: Path | None) -> None:
    import json

    from liveclawbench.cli.report import print_report
    from liveclawbench.results import as_json

    order = {task.dir: number for number, task in enumerate(tasks)}
    session.trials.sort(key=lambda t: (order.get(t.task_dir or Path(), -1), t.task, t.attempt))
    if json_file != Path("-"):
        print_report(session.trials, tasks)
    if session.directory.exists():
        err().print(plain(f"job folder: {session.directory}", "dim"), soft_wrap=True)
    if json_file is not None:
        text = json.dumps(as_json(str(session.directory), session.trials), indent=2) + "\n"
        if json_file == Path("-"):
            typer.echo(text, nl=False)
        else:
            json_file.write_text(text, encoding="utf-8")
    if session.interrupted:
        err().print("interrupted; the trials above were finished", style="bold yellow")


def _status(session: Session, min_reward: float | None) -> int:
    from liveclawbench.results import mean_reward

    if session.interrupted:
        return interrupted_status()
    if any(trial.outcome not in ("passed", "failed") for trial in session.trials):
        return 1
    mean = mean_reward(session.trials)
    if min_reward is not None and (mean is None or mean < min_reward):
        err().print(f"mean reward {mean} is below {min_reward}", style="bold red")
        return 1
    return 0


def _pairs(given: Sequence[str] | None, option: str) -> dict[str, Any]:
    """`key=value` pairs; a value that is JSON is read as such."""
    import json

    from liveclawbench.errors import UsageError

    pairs: dict[str, Any] = {}
    for word in given or ():
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise UsageError(f"{option} {word}: not KEY=VALUE")
        pairs[key] = value
        if option == "--ak":
            with suppress(ValueError):
                pairs[key] = json.loads(value)
    return pairs
