"""A week of readings from a slip of paper, one of which is confirmed but not stored."""

from decimal import Decimal
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.health.world import demo

PASSWORD = "quiet-harbour-56"
MINE = ("weight", "blood_pressure", "pulse")
POUND = Decimal("0.45359237")


class Slip:
    """What was written down, line by line, and the entries that it makes."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.entries: list[dict[str, Any]] = []
        self.weight = draw.integer(690, 860)

    def day(self, days: int, *, scale: str = "kg", evening: bool = False) -> None:
        """A day's readings; `scale` is the unit of the weight, empty where none was taken."""
        draw = self.draw
        at = f"{7 if not evening else 21}:{draw.integer(2, 9) * 5 + 5:02}"
        upper = draw.integer(118, 146)
        pressure, pulse = f"{upper}/{upper - draw.integer(40, 57)}", str(draw.integer(55, 84))
        said = [pressure, f"pulse {pulse}"]
        found = {"blood_pressure": pressure, "pulse": pulse}
        if scale and not evening:
            self.weight += draw.integer(-6, 5)
            value = Decimal(self.weight) / 10
            if scale == "lb":
                value = (value / POUND).quantize(Decimal("0.1"))
            said.append(f"{value} {scale}")
            stored = value * POUND if scale == "lb" else value
            found["weight"] = str(stored.quantize(Decimal("0.1")))
        when = "yesterday" if days == 1 else f"{days} days ago"
        self.lines.append(f"{when}, {at:0>5}: {', '.join(said)}")
        self.entries += [
            {"kind": kind, "days": days, "at": f"{at:0>5}", "value": value}
            for kind, value in found.items()
        ]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    tables = demo(world, cast)
    for user in tables["users"]:
        own = user["email"] == cast.owner.email
        user["password"] = PASSWORD if own else f"{world.phone()} {user['id']}"
    tables["measurements"] = [
        row
        for row in tables["measurements"]
        if row["patient_id"] != 1
        or row["kind"] not in MINE
        or int(row["measured_at"].split("d")[0]) < -8
    ]
    slip = Slip(draw)
    pounds = draw.integer(3, 5)
    without = draw.choice([n for n in range(2, 8) if n not in (pounds, pounds + 1)])
    for days in range(1, 8):
        scale = "" if days == without else "lb" if days in (pounds, pounds + 1) else "kg"
        if days == without - 1:
            slip.day(days, evening=True)
        slip.day(days, scale=scale)
    written = "\n".join(f"            {line}" for line in slip.lines)
    return Scenario(
        instruction=f"""
            Please put my readings of the last week into my own record at Wellspring. I only had
            them on a slip of paper; the times are UTC, as they are there:

{written}

            For two days I was at my sister's, whose scale knows nothing but pounds. Each reading
            should be there once, at its own day and time, since the practice looks at the whole
            week on Monday and a gap would mean that I start all over.

            Wellspring is at {url("health")}; sign in as {cast.owner.email}, password {PASSWORD}.
        """,
        services={"health": tables},
        told={
            "health": url("health"),
            "email": cast.owner.email,
            "password": PASSWORD,
            "lines": slip.lines,
        },
        expected={"owner": cast.owner.email, "entries": slip.entries},
        faults=[
            {
                "id": "reading-not-stored",
                "factor": "C2",
                "service": "health",
                "on": "record_measurement",
                "nth": draw.integer(4, 9),
                "effect": "drop",
            }
        ],
    )
