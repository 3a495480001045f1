"""Which agents there are."""

from liveclawbench.errors import UsageError
from liveclawbench.tasks import nearest


def check_agent(agent: str, model: str | None = None) -> None:
    """UsageError if Harbor knows no such agent, or the agent lacks something that it needs."""
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
    )
    try:
        AgentFactory.run_preflight(config)
    except (ValueError, ImportError, AttributeError) as error:
        raise UsageError(f"the agent {agent!r} cannot be used: {error}") from None
