"""Weights of two scales, typed in under the wrong unit in both directions, one long ago."""

from decimal import Decimal
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.health.world import demo

PASSWORD = "oatmeal-skylark-12"
POUND = Decimal("0.45359237")
TENTH = Decimal("0.1")
TYPED = "-30h"
"""When the batch was typed in: recently enough to be taken back."""


class Scales:
    """The owner's own scale shows kilograms, the sister's pounds."""

    def __init__(self, draw: Draw, tables: dict[str, list[dict[str, Any]]]) -> None:
        self.draw, self.rows = draw, tables["measurements"]
        weights = [r for r in self.rows if r["patient_id"] == 1 and r["kind"] == "weight"]
        self.typical = Decimal(weights[-1]["value"])
        self.taken: set[str] = set()

    def weigh(self, days: int, *, pounds: bool, wrong: bool, typed: str = TYPED) -> dict[str, Any]:
        """An entry with what the scale showed as its note; what it should say is returned."""
        draw = self.draw
        weight = self.typical + Decimal(draw.integer(-14, 14)) / 10
        shown = (weight / POUND).quantize(TENTH) if pounds else weight
        right = (shown * POUND).quantize(TENTH) if pounds else shown
        stored = right
        if wrong:
            stored = shown if pounds else (shown * POUND).quantize(TENTH)
        at = f"-{days}d {draw.integer(6, 8):02}:{draw.integer(11, 49)}"
        draw.require(right != int(right) and stored != int(stored), "readings with tenths")
        note = (
            f"{chr(39).join(('Sister', 's'))} scale, {shown}" if pounds else f"Own scale, {shown}"
        )
        row = {
            "id": len(self.rows) + 1,
            "patient_id": 1,
            "kind": "weight",
            "value": str(stored),
            "second": None,
            "measured_at": at,
            "recorded_by": 1,
            "recorded_at": typed if typed == TYPED else at,
            "note": note,
        }
        self.rows.append(row)
        return {"id": row["id"], "value": str(right), "stored": str(stored), "days": days}


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    tables = demo(world, cast)
    for user in tables["users"]:
        own = user["email"] == cast.owner.email
        user["password"] = PASSWORD if own else f"{world.phone()} {user['id']}"
    nurse = next(p for p in tables["providers"] if p["speciality"] == "nurse")
    scales = Scales(draw, tables)
    old = scales.weigh(draw.integer(33, 44), pounds=True, wrong=True, typed="then")
    days = [n for n in range(2, 22) if n % 7 != 4]
    plan = [(True, True)] * 4 + [(False, True)] * 3 + [(True, False)] * 3 + [(False, False)] * 3
    batch: dict[tuple[bool, bool], list[dict[str, Any]]] = {}
    chosen = sorted(draw.sample(days, len(plan)), reverse=True)
    for day, (pounds, wrong) in zip(chosen, draw.shuffle(plan), strict=True):
        entry = scales.weigh(day, pounds=pounds, wrong=wrong)
        batch.setdefault((pounds, wrong), []).append(entry)
    return Scenario(
        instruction=f"""
            My weights at Wellspring are a mess. I was at my sister's again and again, whose scale
            shows pounds, and mine shows kilograms; when I typed in what I had noted, I must have
            left the unit on the wrong setting for several of them, and the curve jumps up and
            down. What the scale showed is in the note of each of those entries. Please put the
            wrong ones right in my own record, with the same day, time and note, and leave those
            that are fine alone: the practice compares them with its own list.

            If one of them can't be put right by me any more, leave it as it is and write to the
            practice nurse there, {nurse["name"]}: which day, and what it should say in kilograms.

            Wellspring is at {url("health")}; sign in as {cast.owner.email}, password {PASSWORD}.
        """,
        services={"health": tables},
        told={
            "health": url("health"),
            "email": cast.owner.email,
            "password": PASSWORD,
            "nurse": nurse["name"],
        },
        expected={
            "owner": cast.owner.email,
            "nurse": nurse["id"],
            "pounds": batch[True, True],
            "kilograms": batch[False, True],
            "old": old,
        },
    )
