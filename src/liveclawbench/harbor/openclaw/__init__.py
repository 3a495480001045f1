"""OpenClaw as a Harbor agent: `-a liveclawbench.harbor:OpenClaw`."""

from liveclawbench.harbor.openclaw.agent import OpenClaw

__all__ = ["OpenClaw"]
