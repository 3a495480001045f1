"""Isolated environments on this machine without a container engine."""

from liveclawbench.sandbox.client import close_keeper
from liveclawbench.sandbox.errors import ExecTimeoutError, SandboxError, TransferError
from liveclawbench.sandbox.execution import ExecResult
from liveclawbench.sandbox.limits import AppliedLimit, Limits
from liveclawbench.sandbox.preflight import Problem, preflight
from liveclawbench.sandbox.relay import Endpoint, Traffic
from liveclawbench.sandbox.sandbox import Network, Sandbox

__all__ = [
    "AppliedLimit",
    "Endpoint",
    "ExecResult",
    "ExecTimeoutError",
    "Limits",
    "Network",
    "Problem",
    "Sandbox",
    "SandboxError",
    "Traffic",
    "TransferError",
    "close_keeper",
    "preflight",
]
