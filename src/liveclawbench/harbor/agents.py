"""Which agents there are, and how Harbor is told of one."""

import inspect
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from liveclawbench.errors import UsageError
from liveclawbench.tasks import nearest

if TYPE_CHECKING:
    from harbor.agents.agent_auth_resolution import ResolvedModelConnection
    from harbor.models.trial.config import AgentConfig


def keep_offline() -> None:
    """Before Harbor is imported: it and what it imports would ask the internet on their own."""
    os.environ.setdefault("HARBOR_TELEMETRY", "0")
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")


OURS: Final = {"openclaw": "liveclawbench.harbor:OpenClaw"}
"""Agents that go by Harbor's name and are an adapter of our own."""

_TERMINUS: Final = "terminus-2"
# Harbor's own command has these options, ours has another.
_HARBOR_HINT: Final = re.compile(r"(, or use --api-key-name.*?\.)? Use --skip-credential-checks.*")


@dataclass(frozen=True)
class Agent:
    """An agent, by Harbor's name or an import path (`module:Class`), and its settings.

    `base_url` is the address of its model, where that is not the provider's own; `api_key_env` the
    name of the variable of this process that holds the key.
    """

    name: str = "oracle"
    model: str | None = None
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    base_url: str | None = None
    api_key_env: str | None = None

    @property
    def import_path(self) -> str | None:
        """Where its class is; None for one of Harbor's own."""
        return OURS.get(self.name, self.name if ":" in self.name else None)

    def config(self) -> "AgentConfig":
        """The agent as Harbor wants to have it described."""
        from harbor.models.trial.config import AgentConfig

        config = AgentConfig(
            name=None if self.import_path else self.name,
            import_path=self.import_path,
            model_name=self.model,
            kwargs=dict(self.kwargs),
            env=dict(self.env),
            base_url=self.base_url,
            model_api_key_name=self.api_key_env,
        )
        if self.name == _TERMINUS and self.base_url and not _connection(config).api_key:
            # A server of one's own may want no key, but its client insists on sending one.
            config.kwargs["llm_kwargs"] = {"api_key": "none", **config.kwargs.get("llm_kwargs", {})}
        return config

    def is_outside(self) -> bool:
        """Whether it runs here and calls its model from here, rather than inside the environment.

        As Harbor has it: an agent that is installed runs inside, every other outside.
        """
        keep_offline()
        from harbor.agents.factory import AgentFactory
        from harbor.agents.installed.base import BaseInstalledAgent

        kind = AgentFactory.get_agent_class_from_config(self.config())
        return not issubclass(kind, BaseInstalledAgent)

    def model_address(self) -> str | None:
        """The URL under which it will call its model, as far as that is known beforehand."""
        connection = _connection(self.config())
        return connection.execution_base_url or connection.inference_base_url


def _connection(config: "AgentConfig") -> "ResolvedModelConnection":
    keep_offline()
    from harbor.agents.agent_auth_resolution import resolve_agent_model_connection

    return resolve_agent_model_connection(config)


ORACLE: Final = Agent()


def check_agent(agent: Agent) -> None:
    """UsageError if Harbor knows no such agent, or the agent lacks something that it needs."""
    keep_offline()
    from harbor.agents.factory import AgentFactory
    from harbor.models.agent.name import AgentName

    known = sorted(name.value for name in AgentName)
    imported = agent.import_path is not None
    if not imported and agent.name not in known:
        near = nearest(agent.name, known)
        raise UsageError(
            f"no agent is named {agent.name!r}",
            hint=f"did you mean {' or '.join(near)}?" if near else f"one of: {', '.join(known)}",
        )
    if agent.name in OURS and "/" not in (agent.model or "/"):
        raise UsageError(
            f"-m {agent.model} does not say whose model it is",
            hint=f"-m PROVIDER/{agent.model}, or -m custom/{agent.model} for one of your own",
        )
    try:
        config = agent.config()
        kind = AgentFactory.get_agent_class_from_config(config)
        if imported:  # Harbor gives its own what they need
            _check_settings(agent.name, kind, config.kwargs)
        AgentFactory.run_preflight(config)
        if not imported and agent.name != AgentName.ORACLE.value:  # which a task belongs to
            with tempfile.TemporaryDirectory() as logs:
                AgentFactory.create_agent_from_config(config, logs_dir=Path(logs))
    except (ValueError, TypeError, ImportError, AttributeError) as error:
        said, hint = str(error).removeprefix(f"{agent.name}: "), None
        if not agent.model and "model" in said:
            hint = "name one: -m PROVIDER/NAME"
        elif _HARBOR_HINT.search(said):
            said = _HARBOR_HINT.sub("", said)
            hint = "export one, or name another variable: --api-key-env NAME"
        raise UsageError(f"the agent {agent.name!r} cannot be used: {said}", hint=hint) from None


def _check_settings(agent: str, kind: type, given: Mapping[str, Any]) -> None:
    """UsageError for a setting that the agent's class needs and was not given, or does not take."""
    from harbor.agents.base import BaseAgent

    ours = inspect.signature(BaseAgent).parameters
    parameters = inspect.signature(kind).parameters
    named = [p for p in parameters.values() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    own = [p for p in named if p.name not in ours]
    missing = [p.name for p in own if p.default is p.empty and p.name not in given]
    if missing:
        raise UsageError(
            f"the agent {agent!r} needs {' and '.join(missing)}",
            hint=" ".join(f"--ak {name}=…" for name in missing),
        )
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    unknown = given.keys() - {p.name for p in named}
    if unknown and not open_ended:
        raise UsageError(
            f"the agent {agent!r} takes no setting {' or '.join(sorted(unknown))}",
            hint=f"it takes: {', '.join(p.name for p in own) or 'none'}",
        )
