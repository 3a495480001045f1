"""From OpenClaw's transcript to a trajectory in Harbor's format (ATIF)."""

import json
from tempfile import NamedTemporaryFile
from typing import Any

from harbor.agents.installed.openclaw import openclaw_session_jsonl_to_atif_steps
from harbor.models.trajectories import Agent, FinalMetrics, Metrics, Step, Trajectory

_FORMAT = "ATIF-v1.7"


def read_events(text: str) -> list[dict[str, Any]]:
    """The events of a transcript, a JSON object a line; what is no such line is left out."""
    events = []
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict):
            events.append(event)
    return events


def written(events: list[dict[str, Any]]) -> str:
    """The events as a transcript again."""
    return "".join(f"{json.dumps(event)}\n" for event in events)


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
    answers = [
        event["message"]
        for event in events
        if event.get("type") == "message"
        and isinstance(event.get("message"), dict)
        and event["message"].get("role") == "assistant"
    ]
    agent_steps = [step for step in steps if step.source == "agent"]
    if len(answers) != len(agent_steps):
        return
    for step, answer in zip(agent_steps, answers, strict=True):
        usage = answer.get("usage")
        cost = usage.get("cost") if isinstance(usage, dict) else None
        total = cost.get("total") if isinstance(cost, dict) else None
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
