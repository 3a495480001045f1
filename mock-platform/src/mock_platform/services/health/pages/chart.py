"""A trend as a drawing: where its line, its target band and its labels go."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from mock_platform.services.health.operations import Trend, bounds

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 28


@dataclass(frozen=True)
class Mark:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Chart:
    """`lines` are points of polylines; `band` is top and height of the target range."""

    lines: list[str]
    marks: list[Mark]
    band: tuple[float, float] | None
    ticks: list[Mark]
    days: list[Mark]


def chart(trend: Trend) -> Chart | None:
    """None where there are fewer than two averages."""
    if len(trend.averages) < 2:
        return None
    low, high = bounds(trend.kind, trend.target)
    values = [one.value for one in trend.averages]
    seconds = [one.second for one in trend.averages if one.second is not None]
    every = [*values, *seconds, *(bound for bound in (low, high) if bound is not None)]
    bottom, top = float(min(every)), float(max(every))
    margin = (top - bottom) * 0.08 or 1.0
    bottom, top = bottom - margin, top + margin
    first, last = trend.averages[0].first_day, trend.averages[-1].first_day

    def x(day: date) -> float:
        share = (day - first).days / max(1, (last - first).days)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(value: Decimal | float) -> float:
        share = (top - float(value)) / (top - bottom)
        return round(TOP + share * (HEIGHT - TOP - BOTTOM), 1)

    places = [(x(one.first_day), y(one.value)) for one in trend.averages]
    lower = [(x(one.first_day), y(one.second)) for one in trend.averages if one.second is not None]
    marks = [
        Mark(at, place, f"{one.first_day.isoformat()}: {one.value:f}")
        for one, (at, place) in zip(trend.averages, places, strict=True)
    ]
    band = None
    if low is not None or high is not None:
        upper = y(high) if high is not None else TOP
        band = (upper, round((y(low) if low is not None else HEIGHT - BOTTOM) - upper, 1))
    steps = [bottom + (top - bottom) * part / 4 for part in range(5)]
    ticks = [Mark(LEFT - 6, y(step), _label(step, top - bottom)) for step in steps]
    shown = [trend.averages[0], trend.averages[len(values) // 2], trend.averages[-1]]
    days = [Mark(x(one.first_day), HEIGHT - 8, f"{one.first_day:%d %b}") for one in shown]
    lines = [_points(line) for line in (places, lower) if line]
    return Chart(lines, marks, band, ticks, days)


def _points(line: list[tuple[float, float]]) -> str:
    return " ".join(f"{at},{place}" for at, place in line)


def _label(value: float, span: float) -> str:
    return f"{value:.1f}" if span < 20 else f"{value:.0f}"
