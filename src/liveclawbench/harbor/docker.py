"""Harbor's Docker environment on our images: `-e liveclawbench.harbor:Docker`."""

import asyncio
import shlex
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath
from typing import override

from harbor.constants import MAIN_SERVICE_NAME
from harbor.environments.base import ExecResult, OutputCallback
from harbor.environments.docker.docker import (
    DockerEnvironment,
    DockerOptions,
    _sanitize_docker_compose_project_name,
)
from harbor.environments.docker.runtime import DOCKER_RUNTIME, ContainerRuntime
from harbor.models.trial.paths import EnvironmentPaths

from liveclawbench.errors import LiveClawError
from liveclawbench.harbor.engine import engine_arguments
from liveclawbench.harbor.environment import VariantOption, task_image
from liveclawbench.harbor.users import AGENT, agent_of
from liveclawbench.images import DockerStore
from liveclawbench.images.recipe import Variant

_PATHS = EnvironmentPaths()
_LAST_LINES = 15
_COMPOSE = Path(__file__).with_name("docker-compose.yaml")
# `up --wait` looks every half second; `_wait_until_compose_exec_ready` takes its place.
_RUNTIME = replace(DOCKER_RUNTIME, supports_compose_wait=False)


class Options(DockerOptions):
    """What `--ek` takes."""

    variant: VariantOption = "small"


class Docker(DockerEnvironment):
    """Harbor's own with our images: what a task's Dockerfile starts from is built too, none twice.

    And nothing that the agent left runs on or lies where the verifier reads and writes.
    """

    options_model = Options

    _agents: frozenset[str] = frozenset({AGENT})

    @classmethod
    @override
    def runtime(cls) -> ContainerRuntime:
        return _RUNTIME

    @classmethod
    @override
    def _detect_daemon_os(cls) -> str:
        return "linux"  # as what was just built is: Harbor would ask again, for every trial

    @override
    async def _validate_image_os(self, image_name: str) -> None:
        """Nothing, for the same reason."""

    @property
    @override
    def _docker_compose_paths(self) -> list[Path]:
        return [*super()._docker_compose_paths, _COMPOSE]

    @override
    async def start(self, force_build: bool) -> None:
        assert isinstance(self.options, Options)
        image = await task_image(_store(self.options.variant), self, force=force_build)
        # By its id: another instance of the task may have taken the name by now.
        self.task_env_config = self.task_env_config.model_copy(update={"docker_image": image.id})
        self._env_vars.prebuilt_image_name = image.id
        await super().start(force_build=False)

    @override
    async def _wait_until_compose_exec_ready(self, timeout_sec: int = 300) -> None:
        done = await super().exec("/opt/mock/ready.sh", cwd="/", timeout_sec=timeout_sec)
        if done.return_code != 0:
            logs = await self._run_docker_compose_command(["logs", "--no-log-prefix"], check=False)
            said = (logs.stdout or done.stdout or "").strip().splitlines()[-_LAST_LINES:]
            raise LiveClawError("\n".join(["the environment did not start", *said]))

    @override
    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        if agent := agent_of(self._resolve_user(user)):
            self._agents |= {agent}
        return await super().exec(command, cwd, env, timeout_sec, user)

    @override
    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        if PurePosixPath(target_dir) == _PATHS.tests_dir:
            await self.end_agent(empty=(_PATHS.tests_dir, _PATHS.verifier_dir))
        await super().upload_dir(source_dir, target_dir)

    @override
    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        if PurePosixPath(source_dir) == _PATHS.agent_dir:  # the first thing after the agent's run
            await self.end_agent()
        await super().download_dir(source_dir, target_dir)
        if skipped := await asyncio.to_thread(_keep_plain_files, Path(target_dir)):
            self.logger.info(f"not kept, being no plain files: {', '.join(skipped)}")

    @override
    async def _run_docker_compose_command(
        self,
        command: list[str],
        check: bool = True,
        timeout_sec: int | None = None,
        stdin_data: bytes | None = None,
        on_output: OutputCallback | None = None,
    ) -> ExecResult:
        project = _sanitize_docker_compose_project_name(self.session_id)
        direct = engine_arguments(command, f"{project}-{MAIN_SERVICE_NAME}-1")
        if direct is None or self._uses_compose or stdin_data is not None or on_output is not None:
            return await super()._run_docker_compose_command(
                command, check, timeout_sec, stdin_data, on_output
            )
        process = await asyncio.create_subprocess_exec(
            *self._engine_cmd(*direct),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        result = await self._collect_buffered_output(process, timeout_sec=timeout_sec)
        if check and result.return_code != 0:
            raise RuntimeError(f"docker {' '.join(direct)} failed: {result.stdout}")
        return result

    async def end_agent(self, empty: tuple[PurePosixPath, ...] = ()) -> None:
        """End every process of the agent's, and make directories anew, for root alone."""
        # A single kill(-1), which no fork escapes. Shared memory outlives those who made it.
        steps = [
            f"setpriv --reuid={shlex.quote(agent)} --clear-groups {command}"
            for agent in sorted(self._agents)
            for command in ("sh -c 'kill -KILL -1'", "ipcrm --all 2> /dev/null")
        ]
        steps += [f"rm -rf {path} && mkdir -m 0700 {path} || exit" for path in empty]
        done = await super().exec("\n".join(steps), cwd="/", user="root")
        if done.return_code != 0 and empty:
            raise LiveClawError(f"verification cannot be prepared: {done.stdout or 'no message'}")


@cache
def _store(variant: Variant) -> DockerStore:
    return DockerStore(variant=variant)


def _keep_plain_files(directory: Path) -> list[str]:
    """Remove links and special files, which an agent may have made; their names."""
    gone = []
    for folder, _, _ in directory.walk():
        for path in folder.iterdir():
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                path.unlink()
                gone.append(str(path.relative_to(directory)))
    return gone
