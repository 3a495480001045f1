"""The agent: OpenClaw as it is in the image, on one task."""

import asyncio
import json
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, override

from harbor.agents.agent_auth_resolution import ResolvedModelConnection
from harbor.agents.installed import openclaw as upstream
from harbor.agents.installed.base import with_prompt_template
from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.models.agent.context import AgentContext
from harbor.utils.trajectory_utils import format_trajectory_json

from liveclawbench.harbor.docker import Docker
from liveclawbench.harbor.environment import Sandbox
from liveclawbench.harbor.openclaw import configuration
from liveclawbench.harbor.openclaw.failures import failure
from liveclawbench.harbor.openclaw.trajectory import trajectory, written
from liveclawbench.results.untrusted import dicts_in
from liveclawbench.sandbox.client import finished

SESSION: Final = "liveclaw"
_LOGS: Final = "/logs/agent"
_OUTPUT, _ERRORS, _TRANSCRIPT = "openclaw.json", "openclaw.log", "openclaw.session.jsonl"
_TRANSCRIPT_PROGRAM: Final = Path(__file__).with_name("transcript.mjs")
# A runtime that was installed for want of one in the image is where nvm puts it.
_FIND: Final = (
    "command -v openclaw >/dev/null || { . ~/.nvm/nvm.sh && nvm use 24; } >/dev/null 2>&1; "
)
# OpenClaw starts itself anew to use a compile cache of its own choice. It is told of the image's as
# if it had done so.
_COMPILED: Final = (
    'for compiled in "$NODE_COMPILE_CACHE"/openclaw/*/*; do [ ! -d "$compiled" ] || '
    'export NODE_COMPILE_CACHE="$compiled" OPENCLAW_PACKAGED_COMPILE_CACHE_RESPAWNED=1; done; '
)
# By itself it starts a second process, only to silence Node's warnings, and spends a second in each
# on finding its modules: our image has what finds them at once.
_PROGRAM: Final = (
    "set -- openclaw; modules=/usr/local/share/liveclawbench/modules.mjs; "
    '[ ! -r "$modules" ] || set -- node --disable-warning=ExperimentalWarning '
    '"--import=$modules" "$(command -v openclaw)"; '
)
_VERSION: Final = (
    'cd "$(dirname "$(readlink -f "$(command -v openclaw)")")" && '
    'sed -n \'s/^ *"version": *"\\([^"]*\\)".*/\\1/p\' package.json | head -n 1'
)
# Longer than any task has; Harbor ends the run when the task's own time is over.
_OWN_LIMIT: Final = 86_400
_EXPORT_SECONDS: Final = 30


class OpenClaw(upstream.OpenClaw):
    """`-a liveclawbench.harbor:OpenClaw -m PROVIDER/MODEL`, or `-m custom/MODEL`.

    Harbor's own adapter, but: the OpenClaw of the image is used, and installed only if there is
    none; its configuration reaches the environment; any OpenAI-compatible server is a provider
    (`configuration.custom_provider`); the transcript is read from the store that OpenClaw has now;
    what it leaves running is ended; an error of the model ends the trial as such.
    """

    _instruction: str = ""
    _events: list[dict[str, Any]] = []  # noqa: RUF012 - never changed in place

    _SUPPORTED_PROVIDERS = upstream.OpenClaw._SUPPORTED_PROVIDERS | {configuration.CUSTOM}
    _DEFAULT_CONFIG = configuration.DEFAULTS
    MODEL_CONNECTION = replace(
        upstream.OpenClaw.MODEL_CONNECTION,
        api_key_destination_names={
            **upstream.OpenClaw.MODEL_CONNECTION.api_key_destination_names,
            configuration.CUSTOM: "CUSTOM_API_KEY",
        },
    )

    @classmethod
    @override
    def check_model_credentials(
        cls, connection: ResolvedModelConnection, *, env: Mapping[str, str], **details: Any
    ) -> None:
        """UsageError, before anything is run, where a model of one's own is not told of rightly."""
        if connection.provider == configuration.CUSTOM:
            url = connection.execution_base_url
            configuration.custom_provider(env.get, connection.model_id or "", url)
        super().check_model_credentials(connection, env=env, **details)

    @override
    def get_version_command(self) -> str | None:
        return _FIND + _VERSION

    @override
    async def install(self, environment: BaseEnvironment) -> None:
        if not await self.is_requested_version_installed(environment):
            await super().install(environment)

    @override
    async def configure(self, environment: BaseEnvironment) -> None:
        """Write `openclaw.json`; it names the variable that holds the key, never the key."""
        text = json.dumps(self._build_full_openclaw_config(), indent=2)
        skills = self._build_register_skills_command() or "true"
        await self.exec_as_agent(
            environment,
            "umask 077 && mkdir -p ~/.openclaw && "
            f"printf %s {shlex.quote(text)} > ~/.openclaw/openclaw.json && {skills}",
        )

    @override
    def _build_full_openclaw_config(self) -> dict[str, Any]:
        config = super()._build_full_openclaw_config()
        provider, model = self._parse_model_name(self.model_name or "")
        if provider == configuration.CUSTOM:
            given = config.setdefault("models", {}).setdefault("providers", {})
            connection = self.model_connection
            own = configuration.custom_provider(
                self._get_env,
                model,
                connection.execution_base_url,
                has_key=bool(connection.api_key),
            )
            wanted = (self.options.openclaw_config or {}).get("models", {}).get("providers", {})
            given[provider] = self._deep_merge(own, wanted.get(provider, {}))
        return config

    @override
    @with_prompt_template
    async def run(
        self, instruction: str, environment: BaseEnvironment, context: AgentContext
    ) -> None:
        if not self.model_name:
            raise ValueError("A model name is required")
        self._instruction, self._events = instruction, []
        before = await self._processes(environment)
        env = {**configuration.QUIET, **self.model_connection.env}
        try:
            result = await environment.exec(self._command(instruction), env=env)
        finally:
            await finished(asyncio.ensure_future(self._finish(environment, before)))
        traffic = environment.traffic if isinstance(environment, Sandbox) else None
        if error := failure(self._events, _reason(result), traffic):
            raise error

    def _command(self, instruction: str) -> str:
        provider, model = self._parse_model_name(self.model_name or "")
        flags = self.build_cli_flags()
        limit = "" if "--timeout" in flags else f"--timeout {_OWN_LIMIT} "
        return (
            f"{_FIND}{_COMPILED}{_PROGRAM}"
            f'"$@" agent --local --json --session-id {SESSION} {flags} {limit}'
            f"--model {shlex.quote(f'{provider}/{model}' if provider else model)} "
            f"--message={shlex.quote(instruction)} "
            f"> {_LOGS}/{_OUTPUT} 2> {_LOGS}/{_ERRORS} < /dev/null; status=$?; "
            f"[ $status = 0 ] || {{ head -c 4000 {_LOGS}/{_OUTPUT}; echo; "
            f"tail -c 4000 {_LOGS}/{_ERRORS} >&2; }}; exit $status"
        )

    async def _finish(self, environment: BaseEnvironment, before: set[str]) -> None:
        """End the browser and whatever else was left running, then take the transcript out.

        It never lies where the agent could have written it: it comes as the output of a command.
        """
        if isinstance(environment, Sandbox | Docker):
            await environment.end_agent()
        elif left := await self._processes(environment) - before:
            await environment.exec(f"kill -KILL {' '.join(sorted(left))} 2>/dev/null; true")
        program = f"/tmp/{_TRANSCRIPT_PROGRAM.name}"  # noqa: S108
        agent = shlex.quote(self.options.openclaw_agent_id)
        with suppress(RuntimeError, OSError):
            await environment.upload_file(_TRANSCRIPT_PROGRAM, program)
            done = await environment.exec(
                f"{_FIND}exec node {program} {agent}", timeout_sec=_EXPORT_SECONDS
            )
            self._events = list(dicts_in(done.stdout or ""))

    async def _processes(self, environment: BaseEnvironment) -> set[str]:
        """The pids of the agent's user."""
        said = await environment.exec('pgrep -u "$(id -u)" || true')
        return set((said.stdout or "").split())

    @override
    def populate_context_post_run(self, context: AgentContext) -> None:
        try:
            self._write_trajectory(context)
        except (OSError, ValueError, TypeError, AttributeError) as error:
            # Whoever was judged could have written what is read here.
            self.logger.warning("no trajectory can be made of the transcript: %s", error)

    def _write_trajectory(self, context: AgentContext) -> None:
        # Written here, since the agent's own files of these names would have replaced them before.
        (self.logs_dir / "instruction.txt").write_text(self._instruction, encoding="utf-8")
        (self.logs_dir / _TRANSCRIPT).write_text(written(self._events), encoding="utf-8")
        found = trajectory(
            self._events,
            instruction=self._instruction,
            model=self.model_name or "",
            version=self.version() or "unknown",
            session=SESSION,
        )
        if found is None:
            return
        text = format_trajectory_json(found.to_json_dict())
        (self.logs_dir / "trajectory.json").write_text(text, encoding="utf-8")
        if totals := found.final_metrics:
            context.cost_usd = totals.total_cost_usd
            context.n_input_tokens = totals.total_prompt_tokens
            context.n_output_tokens = totals.total_completion_tokens
            context.n_cache_tokens = totals.total_cached_tokens


def _reason(result: ExecResult) -> str:
    """Why the program says that it failed; empty if it did not."""
    if result.return_code == 0:
        return ""
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(result.stdout or "")["error"]["message"])
    lines = [line for line in (result.stderr or "").splitlines() if line.strip()]
    return " / ".join(lines[-3:]) or f"openclaw ended with status {result.return_code}"
