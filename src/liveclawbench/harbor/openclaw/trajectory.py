"""From OpenClaw's transcript to a trajectory in Harbor's format (ATIF)."""

import json
from tempfile import NamedTemporaryFile
from typing import Any

from harbor.agents.installed.openclaw import openclaw_session_jsonl_to_atif_steps
from harbor.models.trajectories import Agent, FinalMetrics, Metrics, Step, Trajectory

from liveclawbench.results.untrusted import as_dict

_FORMAT = "ATIF-v1.7"


def written(events: list[dict[str, Any]]) -> str:
    """The events as a transcript again."""
    return "".join(f"{json.dumps(event)}\n" for event in events)


def answers_in(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the model has answered, errors among it."""
    messages = (as_dict(event.get("message")) for event in events if event.get("type") == "message")
    return [message for message in messages if message.get("role") == "assistant"]


def trajectory(
    events: list[dict[str, Any]], *, instruction: str, model: str, version: str, session: str
) -> Trajectory | None:
    """The run in steps, with tokens and cost (dollars) as the provider counted them.

    None where the transcript holds nothing that can be shown.
    """
    with NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as transcript:
        transcript.write(written(events))
        transcript.flush()
        steps = openclaw_session_jsonl_to_atif_steps(
            transcript.name, instruction=instruction, model_name=model
        )
    if not steps:
        steps = _asked_only(events, instruction)
    if not steps:
        return None
    _add_costs(steps, events)
    metrics = [step.metrics for step in steps if step.metrics]
    return Trajectory(
        schema_version=_FORMAT,
        session_id=session,
        agent=Agent(name="openclaw", version=version, model_name=model),
        steps=steps,
        final_metrics=_totals(metrics, len(steps)),
    )


def _asked_only(events: list[dict[str, Any]], instruction: str) -> list[Step]:
    """The one step of a run whose model never answered."""
    asked = any(event.get("type") == "message" for event in events)
    return [Step(step_id=1, source="user", message=instruction)] if asked else []


def _add_costs(steps: list[Step], events: list[dict[str, Any]]) -> None:
    answers = answers_in(events)
    agent_steps = [step for step in steps if step.source == "agent"]
    if len(answers) != len(agent_steps):
        return
    for step, answer in zip(agent_steps, answers, strict=True):
        total = as_dict(as_dict(answer.get("usage")).get("cost")).get("total")
        if step.metrics and isinstance(total, int | float) and total > 0:
            step.metrics.cost_usd = float(total)


def _totals(metrics: list[Metrics], steps: int) -> FinalMetrics:
    costs = [m.cost_usd for m in metrics if m.cost_usd is not None]
    return FinalMetrics(
        total_prompt_tokens=sum(m.prompt_tokens or 0 for m in metrics),
        total_completion_tokens=sum(m.completion_tokens or 0 for m in metrics),
        total_cached_tokens=sum(m.cached_tokens or 0 for m in metrics),
        total_cost_usd=sum(costs) if costs else None,
        total_steps=steps,
    )
