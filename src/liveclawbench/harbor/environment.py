"""The embedded sandbox as a Harbor environment: `-e liveclawbench.harbor:Sandbox`."""

import asyncio
import tomllib
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, override

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import (
    EnvironmentCapabilities,
    EnvironmentResourceCapabilities,
)
from harbor.environments.options import EnvironmentOptions
from harbor.models.trial.paths import EnvironmentPaths
from pydantic import Field

from liveclawbench import sandbox
from liveclawbench.errors import LiveClawError
from liveclawbench.harbor.usage import Meter
from liveclawbench.harbor.users import AGENT, agent_of
from liveclawbench.images import DockerStore, Image, Store
from liveclawbench.images.recipe import Variant
from liveclawbench.paths import cache_dir
from liveclawbench.sandbox.layout import KEEP_RUNNING
from liveclawbench.tasks import service_errors

_PATHS = EnvironmentPaths()


VariantOption = Annotated[
    Variant,
    Field(description="Base image: `latest` has the agent's runtime (Node, OpenClaw, a browser)."),
]


class SandboxOptions(EnvironmentOptions):
    """What `--ek` takes."""

    variant: VariantOption = "small"
    network: Literal["task", "model-only"] = Field(
        default="task",
        description="`model-only` closes everything but `reach` and the task's own mirrors.",
    )
    reach: list[str] = Field(
        default_factory=list,
        description="Services (HOST:PORT) that can be reached, also on this machine's loopback.",
    )


class Sandbox(BaseEnvironment):
    """Builds the task's images where needed, and runs the trial in a `liveclawbench.sandbox`.

    As with Harbor's Docker environment, CMD is replaced by one that keeps the environment alive.
    """

    options_model = SandboxOptions

    _sandbox: sandbox.Sandbox | None = None
    _meter: Meter | None = None
    _agents: frozenset[str] = frozenset({AGENT})

    @staticmethod
    @override
    def type() -> str:
        return "liveclaw-sandbox"

    @property
    @override
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities(disable_internet=True)

    @classmethod
    @override
    def resource_capabilities(cls) -> EnvironmentResourceCapabilities:
        return EnvironmentResourceCapabilities(
            cpu_limit=True, memory_limit=True, fractional_cpus=True
        )

    @override
    def _validate_definition(self) -> None:
        """Nothing here: an exception in a constructor would end the whole job."""

    @override
    async def start(self, force_build: bool) -> None:
        if self._host_mounts:
            raise LiveClawError("the sandbox mounts no directories of the host")
        assert isinstance(self.options, SandboxOptions)
        store = _store(cache_dir(), self.options.variant)
        image = await task_image(store, self, force=force_build)
        closed = self._network_disabled or self.options.network == "model-only"
        reach = [sandbox.Endpoint.parse(text) for text in self.options.reach]
        if self.options.network == "model-only":
            reach += mirrors(self.environment_dir.parent)
        self._sandbox = sandbox.Sandbox(
            image,
            limits=sandbox.Limits(
                cpus=self._effective_cpus,
                memory_mb=self._effective_memory_mb,
                storage_mb=self._effective_storage_mb,
            ),
            network="none" if closed else "public",
            reach=reach,
            name=self.session_id,
            command=KEEP_RUNNING,
            env=self._startup_env(),
        )
        await self._sandbox.start()
        for limit in self._sandbox.limits_report:
            if not limit.applied:
                self.logger.info(f"{limit.name} is not limited: {limit.reason}")
        self._meter = Meter(self._sandbox)
        await self._make_log_directories()
        await self._upload_environment_dir_after_start()

    @override
    async def stop(self, delete: bool) -> None:
        await self._stop_meter()
        if self._sandbox is not None:
            await self._sandbox.stop()
            self._sandbox = None

    @override
    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        resolved = self._resolve_user(user)
        if agent := agent_of(resolved):
            self._agents |= {agent}
        try:
            result = await self._running.exec(
                command,
                user=resolved,
                cwd=cwd or self.task_env_config.workdir,
                env=self._merge_env(env),
                timeout=timeout_sec,
            )
        except sandbox.ExecTimeoutError as error:
            raise RuntimeError(error.message) from error
        return ExecResult(
            stdout=result.stdout, stderr=result.stderr, return_code=result.return_code
        )

    @override
    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        await self._running.upload_file(source_path, target_path)

    @override
    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        if PurePosixPath(target_dir) == _PATHS.tests_dir:
            await self._prepare_verification()
        await self._running.upload_dir(source_dir, target_dir)

    @override
    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        await self._running.download_file(source_path, target_path)

    @override
    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        if PurePosixPath(source_dir) == _PATHS.agent_dir:  # the first thing after the agent's run
            await self._stop_meter()
            await self.end_agent()
        if skipped := await self._running.download_dir(source_dir, target_dir):
            self.logger.info(f"not downloaded, being no plain files: {', '.join(skipped)}")

    @property
    def running(self) -> sandbox.Sandbox:
        """The sandbox itself; LiveClawError before `start` and after `stop`."""
        return self._running

    @property
    def traffic(self) -> sandbox.Traffic:
        """What went to and came from the services of `reach`, the model among them."""
        return self._running.traffic

    @property
    def _running(self) -> sandbox.Sandbox:
        if self._sandbox is None:
            raise LiveClawError("the environment is not running")
        return self._sandbox

    async def _make_log_directories(self) -> None:
        await self.ensure_dirs(self._mount_targets(writable_only=True))
        await self._running.reset_dir(str(_PATHS.verifier_dir))

    async def _prepare_verification(self) -> None:
        """Nothing that the agent left runs on or lies where the verifier reads and writes."""
        await self.end_agent()
        for directory in (_PATHS.tests_dir, _PATHS.verifier_dir):
            await self._running.reset_dir(str(directory))

    async def _stop_meter(self) -> None:
        meter, self._meter = self._meter, None
        if meter is not None:
            await meter.stop()
            meter.write(self.trial_paths.trial_dir)

    async def end_agent(self) -> None:
        """End every process of the users that the agent has had commands run as."""
        for agent in self._agents:
            if killed := await self._running.kill_user(agent):
                self.logger.info(f"ended {killed} processes that the agent ({agent}) left")


@cache
def _store(root: Path, variant: Variant) -> Store:
    return Store(root, variant=variant)


async def task_image(
    store: Store | DockerStore, environment: BaseEnvironment, *, force: bool
) -> Image:
    """The image of the task whose environment this is, built where it is not up to date."""
    task_dir = environment.environment_dir.parent
    return await asyncio.to_thread(
        store.task,
        task_dir,
        services(task_dir),
        name=environment.environment_name,
        timeout=environment.task_env_config.build_timeout_sec,
        force=force,
    )


def services(task_dir: Path) -> tuple[str, ...]:
    """`[metadata] services` of a task's `task.toml`; LiveClawError where there are no such."""
    path, text, metadata = _metadata(task_dir)
    names = _names(metadata, "services", path)
    for problem in service_errors(names, text, path):
        raise problem
    return names


def mirrors(task_dir: Path) -> list[sandbox.Endpoint]:
    """`[metadata] mirrors`: hosts of package mirrors, each by http and by https."""
    path, _, metadata = _metadata(task_dir)
    hosts = _names(metadata, "mirrors", path)
    return [sandbox.Endpoint(host, port) for host in hosts for port in (80, 443)]


def _metadata(task_dir: Path) -> tuple[Path, str, dict[str, Any]]:
    path = task_dir / "task.toml"
    try:
        text = path.read_text(encoding="utf-8")
        return path, text, dict(tomllib.loads(text)["metadata"])
    except (OSError, KeyError, AttributeError, TypeError, ValueError) as error:
        raise LiveClawError(f"cannot be read: {error}", path=path) from None


def _names(metadata: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
    found = metadata.get(key, [])
    if not isinstance(found, list):
        raise LiveClawError(f"cannot be read: {key} is no list", path=path)
    return tuple(map(str, found))
