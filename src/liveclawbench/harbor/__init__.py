"""LiveClawBench in Harbor: its environment, agents that run a script, and jobs.

Nothing is imported before it is used: Harbor alone takes a second.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from liveclawbench.harbor.agents import Agent
    from liveclawbench.harbor.docker import Docker
    from liveclawbench.harbor.environment import Sandbox
    from liveclawbench.harbor.job import JobResult, Phase, Run, run_job, runs
    from liveclawbench.harbor.openclaw import OpenClaw
    from liveclawbench.harbor.script import Script

__all__ = [
    "Agent",
    "Docker",
    "JobResult",
    "OpenClaw",
    "Phase",
    "Run",
    "Sandbox",
    "Script",
    "run_job",
    "runs",
]

_HOMES = {
    "Agent": "agents",
    "Docker": "docker",
    "Sandbox": "environment",
    "OpenClaw": "openclaw",
    "Script": "script",
    "JobResult": "job",
    "Phase": "job",
    "Run": "job",
    "run_job": "job",
    "runs": "job",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
