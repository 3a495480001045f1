"""What a scenario is: one function from a draw to everything that a task consists of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from liveclawbench.errors import LiveClawError
from liveclawbench.scenario.draw import Draw, Redraw

Row = Any
"""A mapping, or a row of the service's models."""

ATTEMPTS = 200


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """One instance of a task.

    - `instruction`: what the agent is told; indentation that all lines share is removed
    - `services`: service → table → rows, as its seed format has it → `mock/<service>.json`
    - `files`: path → content, relative to `environment/`, for the agent to see. Text and bytes are
      written as they are (executable if they begin with `#!`), anything else as JSON
    - `told`: the instruction's own values → `solution/params.json`
    - `expected`: what the verifier compares with → `tests/expected.json`
    - `faults`: what goes wrong in this task → `mock/faults.toml`
    - `dormant`: faults that a matched pair wakes: `same_as(…, fault="its-id")`
    """

    instruction: str
    services: Mapping[str, Mapping[str, Sequence[Row]]] = field(default_factory=dict)
    files: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)
    expected: Mapping[str, Any] = field(default_factory=dict)
    faults: Sequence[Mapping[str, Any]] = ()
    dormant: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Build:
    """A scenario function, with the faults and switches that a matched pair turns on."""

    function: Callable[[Draw], Scenario]
    faults: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()

    def __call__(self, seed: int) -> Scenario:
        """The instance of that seed; re-drawn until every answer in it is unique."""
        reasons: dict[str, int] = {}
        for attempt in range(ATTEMPTS):
            draw = Draw(seed, attempt, self.switches)
            try:
                scenario = self.function(draw)
            except Redraw as again:
                reasons[str(again)] = reasons.get(str(again), 0) + 1
                continue
            return self._finished(scenario, draw)
        often = max(reasons, key=lambda reason: reasons[reason])
        raise LiveClawError(
            f"none of {ATTEMPTS} draws with seed {seed} would do: it needs {often}",
            hint="widen what is drawn, so that most draws have one right answer",
        )

    def variant(self, faults: tuple[str, ...], switches: tuple[str, ...]) -> "Build":
        return replace(self, faults=(*self.faults, *faults), switches=(*self.switches, *switches))

    def _finished(self, scenario: Scenario, draw: Draw) -> Scenario:
        if not isinstance(scenario, Scenario):
            kind = type(scenario).__name__
            raise LiveClawError(f"the scenario returned a {kind}, not a Scenario")
        _known("switch", self.switches, draw.known_switches)
        dormant = {str(fault.get("id")): fault for fault in scenario.dormant}
        _known("dormant fault", self.faults, dormant)
        woken = [dormant[name] for name in self.faults]
        return replace(scenario, faults=(*scenario.faults, *woken), dormant=())


@dataclass(frozen=True)
class SameAs:
    """`build` of a matched pair's second task; resolved when the file is loaded."""

    task: str
    faults: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


def scenario(function: Callable[[Draw], Scenario]) -> Build:
    """Make a function the scenario of its task; the module names it `build`."""
    return Build(function)


def same_as(
    task: str, *, fault: str | Sequence[str] = (), switch: str | Sequence[str] = ()
) -> SameAs:
    """The scenario of another task with something turned on.

    `build = same_as("other-task", fault="its-id")` is the whole file.
    `fault` names dormant faults of the other scenario, `switch` what it asks of `draw.switch(…)`.
    """
    return SameAs(task, _several(fault), _several(switch))


def _several(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _known(what: str, asked: Sequence[str], known: Mapping[str, Any] | set[str]) -> None:
    for name in asked:
        if name not in known:
            raise LiveClawError(
                f"the scenario has no {what} {name!r}",
                hint=f"it has: {', '.join(sorted(known)) or 'none'}",
            )
