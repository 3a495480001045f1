"""Checking seed data and faults before they go into an image, where a mistake costs a start."""

from collections.abc import Sequence
from pathlib import Path

from liveclawbench.errors import LiveClawError, UsageError


def check_seeds(mock_dir: Path, services: Sequence[str]) -> None:
    """Raise `LiveClawError` that names file and record if `mock_dir` would not start `services`."""
    if not services:
        return
    from mock_platform.kit.mistakes import MistakesError
    from mock_platform.launch import LaunchError, check, plan_of_folder

    try:
        check(plan_of_folder(services, mock_dir))
    except LaunchError as error:
        raise UsageError(str(error)) from None
    except MistakesError as error:
        raise LiveClawError(str(error)) from None
