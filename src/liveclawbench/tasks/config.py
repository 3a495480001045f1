"""`task.toml`, typed."""

import pkgutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    StringConstraints,
    ValidationError,
)

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks.domains import DOMAINS, FACTORS, Difficulty, Factor
from liveclawbench.tasks.text import read_text
from liveclawbench.tasks.toml import parse_toml
from mock_platform import services
from mock_platform.positions import key_lines, line_of

_DAY = 86_400
Seconds = Annotated[float, Field(gt=0, le=_DAY)]
Switch = Annotated[int, Field(ge=0, le=1)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


HostName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]*$", max_length=253)]


class Metadata(_Section):
    """`[metadata]`: what the task is about."""

    difficulty: Difficulty
    category: str
    domain: str
    domains_multi: list[str] = Field(min_length=1)
    tags: list[str]
    factor_a1: Switch
    factor_a2: Switch
    factor_b1: Switch
    factor_b2: Switch
    factor_c1: Switch
    factor_c2: Switch
    case_id: PositiveInt
    services: list[str] = []
    mirrors: list[HostName] = []
    seed: int = 1

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The factors that are on, in their usual order."""
        return tuple(name for name in FACTORS if getattr(self, f"factor_{name.lower()}"))


class Verifier(_Section):
    """`[verifier]`; times in seconds."""

    timeout_sec: Seconds = 900.0
    user: str = "root"
    env: dict[str, str] = {}


class Agent(_Section):
    """`[agent]`; times in seconds."""

    timeout_sec: Seconds = 1800.0
    user: str = "node"


class Environment(_Section):
    """`[environment]`: limits of the sandbox."""

    build_timeout_sec: Seconds = 600.0
    cpus: int = Field(default=2, ge=1, le=64)
    memory_mb: int = Field(default=4096, ge=64, le=262_144)
    storage_mb: int = Field(default=10240, ge=64, le=1_048_576)
    allow_internet: bool = True


class TaskConfig(_Section):
    """The whole of `task.toml`. Keys that only Harbor knows are left to Harbor."""

    version: str = "1.0"
    metadata: Metadata
    verifier: Verifier = Verifier()
    agent: Agent = Agent()
    environment: Environment = Environment()


def parse_config(text: str, path: Path) -> tuple[TaskConfig | None, list[LiveClawError]]:
    """The configuration, or every error in it with its line; `path` is what the errors name."""
    try:
        data = parse_toml(text, path)
    except LiveClawError as error:
        return None, [error]
    try:
        config = TaskConfig.model_validate(data)
    except ValidationError as invalid:
        return None, _errors(invalid, text, path)
    errors = _domain_errors(config, text, path)
    errors += service_errors(config.metadata.services, text, path)
    return (None if errors else config), errors


def service_errors(names: Sequence[str], text: str, path: Path) -> list[LiveClawError]:
    """What is wrong with the services that the task.toml `path`, of which `text` is, names."""
    known = sorted(module.name for module in pkgutil.iter_modules(services.__path__))
    several = [name for name, count in Counter(names).items() if count > 1]
    reasons = [(f"{name!r} is named twice", "name each service once") for name in several]
    reasons += [
        (f"there is no service {name!r}", f"one of: {', '.join(known)}")
        for name in dict.fromkeys(names)
        if name not in known
    ]
    line = line_of(key_lines(text), ("metadata", "services")) if reasons else None
    return [
        LiveClawError(f"[metadata] services: {reason}", path=path, line=line or 1, hint=hint)
        for reason, hint in reasons
    ]


def load_config(path: Path) -> TaskConfig:
    """The configuration in the file; LiveClawError naming the first thing wrong in it."""
    if not path.exists():
        hint = "every task has one: docs/reference/task-format.md"
        raise LiveClawError("no task.toml", path=path, hint=hint)
    config, errors = parse_config(read_text(path), path)
    if config is None:
        raise errors[0]
    return config


def _errors(invalid: ValidationError, text: str, path: Path) -> list[LiveClawError]:
    lines = key_lines(text)
    return [
        LiveClawError(
            f"[{error['loc'][0]}] {'.'.join(map(str, error['loc'][1:]))}: {_reason(error)}"
            if len(error["loc"]) > 1
            else f"[{error['loc'][0]}]: {_reason(error)}",
            path=path,
            line=line_of(lines, error["loc"]) or 1,
            hint="docs/reference/task-format.md lists every key",
        )
        for error in invalid.errors(include_url=False)
    ]


def _reason(error: Any) -> str:
    if error["type"] == "missing":
        return "is missing"
    message = str(error["msg"])
    return f"{message[0].lower()}{message[1:]}, found {error['input']!r}"


def _domain_errors(config: TaskConfig, text: str, path: Path) -> list[LiveClawError]:
    meta = config.metadata
    given = {"domain": [meta.domain], "domains_multi": meta.domains_multi}
    return [
        LiveClawError(
            f"[metadata] {key}: no domain is named {name!r}",
            path=path,
            line=line_of(key_lines(text), ("metadata", key)),
            hint="one of: " + " · ".join(DOMAINS),
        )
        for key, names in given.items()
        for name in names
        if name not in DOMAINS
    ]
