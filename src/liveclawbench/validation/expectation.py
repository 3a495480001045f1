"""The first line of a near miss: the scores it may get, and why."""

import re
from dataclasses import dataclass

_FORM = re.compile(r"#\s*expect\s+(\d(?:\.\d+)?)\.\.(\d(?:\.\d+)?):\s*(\S.*)")


@dataclass(frozen=True)
class Expectation:
    """A score band, both ends included."""

    low: float
    high: float
    why: str

    def holds(self, reward: float) -> bool:
        return self.low - 1e-9 <= reward <= self.high + 1e-9


def read_expectation(line: str) -> Expectation | None:
    """From `# expect 0.3..0.6: the cheapest, ignoring the rating`; None for anything else."""
    match = _FORM.fullmatch(line.strip())
    if not match:
        return None
    low, high = float(match[1]), float(match[2])
    return Expectation(low, high, match[3]) if 0 <= low <= high <= 1 else None
