"""Compares each weight with what its note says the scale showed, and replaces what differs.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
health = Site(told.health).login(told.email, told.password)
own = next(r for r in health.get("/api/patients") if r["role"] == "self")
at = f"/api/patients/{own['id']}"
POUND = Decimal("0.45") if "--rough" in SKIP else Decimal("0.45359237")


def meant(row):
    """Value and unit that the note gives, and what that is in kilograms."""
    scale, shown = re.fullmatch(r"(\w+)(?:'s)? scale, ([\d.]+)", row["note"]).groups()
    unit = "lb" if scale == "Sister" else "kg"
    factor = POUND if unit == "lb" else 1
    kilograms = (Decimal(shown) * factor).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return shown, unit, kilograms


found = health.all(f"{at}/measurements", kind="weight")
late = []
for row in found:
    if not row["note"]:
        continue
    shown, unit, kilograms = meant(row)
    stored = Decimal(row["value"])
    if abs(stored - kilograms) <= Decimal("0.1") and not ("--every-pound" in SKIP and unit == "lb"):
        continue
    if "--only-high" in SKIP and stored < 100:
        continue
    if "--no-delete" not in SKIP:
        try:
            health.delete(f"{at}/measurements/{row['id']}")
        except Refusal:
            late.append((row, kilograms))
            if "--enter-late" not in SKIP:
                continue
    values = {"value": str(kilograms)} if "--rough" in SKIP else {"value": shown, "unit": unit}
    if "--own-words" in SKIP:
        if unit == "lb":
            kilograms = (Decimal(shown) / Decimal("2.205")).quantize(Decimal("0.1"))
        values = {"value": str(kilograms), "unit": "kg"}
    if "--no-notes" not in SKIP:
        values["note"] = row["note"]
    if "--only-delete" not in SKIP:
        when = row["measured_at"]
        health.post(f"{at}/measurements", kind="weight", measured_at=when, **values)
people = health.get("/api/providers")
nurse = next(p for p in people if p["name"] == told.nurse)
for row, kilograms in late:
    day = datetime.fromisoformat(row["measured_at"]).date()
    text = f"My weight of {day} should be {kilograms} kg; it was entered in pounds."
    if "--own-words" in SKIP:
        month = f"{day:%B} {day.day}, {day.year}"
        text = f"On {month} I entered {row['value']}, which were pounds.\nThat is {kilograms} kg."
    if "--vague" in SKIP:
        text = "One of my older weights is in pounds, please correct it."
    subject = "A weight"
    if "--day-in-subject" in SKIP:
        subject, text = f"My weight of {day:%d/%m/%Y}", f"Should say {kilograms} kg. Thank you!"
    if "--silent" not in SKIP:
        health.post(f"{at}/threads", provider_id=nurse["id"], subject=subject, body=text)
if "--target" in SKIP:
    health.delete(f"{at}/targets/weight")
