"""Which agents there are."""

import inspect
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from liveclawbench.errors import UsageError
from liveclawbench.tasks import nearest


def keep_offline() -> None:
    """Before Harbor is imported: it and what it imports would ask the internet on their own."""
    os.environ.setdefault("HARBOR_TELEMETRY", "0")
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")


def check_agent(
    agent: str,
    model: str | None = None,
    kwargs: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
) -> None:
    """UsageError if Harbor knows no such agent, or the agent lacks something that it needs."""
    keep_offline()
    from harbor.agents.factory import AgentFactory
    from harbor.models.agent.name import AgentName
    from harbor.models.trial.config import AgentConfig

    known = sorted(name.value for name in AgentName)
    imported = ":" in agent
    if not imported and agent not in known:
        near = nearest(agent, known)
        raise UsageError(
            f"no agent is named {agent!r}",
            hint=f"did you mean {' or '.join(near)}?" if near else f"one of: {', '.join(known)}",
        )
    config = AgentConfig(
        name=None if imported else agent,
        import_path=agent if imported else None,
        model_name=model,
        kwargs=dict(kwargs or {}),
        env=dict(env or {}),
    )
    try:
        kind = AgentFactory.get_agent_class_from_config(config)
        if imported:  # Harbor gives its own what they need
            _check_settings(agent, kind, config.kwargs)
        AgentFactory.run_preflight(config)
        if not imported and agent != AgentName.ORACLE.value:  # which a task belongs to
            with tempfile.TemporaryDirectory() as logs:
                AgentFactory.create_agent_from_config(config, logs_dir=Path(logs))
    except (ValueError, TypeError, ImportError, AttributeError) as error:
        hint = "name one: -m PROVIDER/NAME" if not model and "model" in str(error) else None
        raise UsageError(f"the agent {agent!r} cannot be used: {error}", hint=hint) from None


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
