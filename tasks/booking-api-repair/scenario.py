"""A hall whose bookings go wrong in more ways than its members have complained about."""

import json
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario

HOME = "/workspace/hall"
COURTS = ["north", "south", "east", "west", "glass", "garden", "upper", "lower"]
FIRST_DAY = datetime(2026, 1, 12)


class Hall:
    """The settings drawn, and bookings as the service made them, mistakes included."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.courts = draw.sample(COURTS, 4)
        self.rate, self.peak = draw.integer(16, 21), draw.integer(26, 33)
        self.reduced = draw.choice([15, 20, 30, 35])
        self.limit, self.notice = draw.integer(3, 5), draw.choice([16, 18, 20, 22])
        self.late, self.ahead = draw.choice([40, 50, 60]), draw.choice([21, 28])
        self.offset = draw.choice([60, 120, 180])
        people = draw.world().people(14)
        numbers = draw.sample(range(1000, 2000), 14)
        self.members = {
            f"M-{number}": {"name": p.name, "card": draw.choice(["full", "full", "reduced"])}
            for number, p in zip(sorted(numbers), people, strict=True)
        }
        self.entries: list[dict[str, Any]] = []
        self.booked: list[tuple[str, datetime, datetime]] = []

    def price(self, start: datetime, minutes: int, member: str) -> Decimal:
        peak = start.weekday() < 5 and 17 <= start.hour < 20
        total = Decimal(self.peak if peak else self.rate) * minutes / 60
        if self.members[member]["card"] == "reduced":
            total = total * (100 - self.reduced) / 100
        return total.quantize(Decimal("0.01"), ROUND_HALF_UP)

    def free(self, court: str, start: datetime, end: datetime) -> bool:
        return all(c != court or e <= start or s >= end for c, s, e in self.booked)

    def book(
        self, at: datetime, court: str, start: datetime, minutes: int, member: str
    ) -> dict[str, Any]:
        end = start + timedelta(minutes=minutes)
        self.booked.append((court, start, end))
        number = sum(e["op"] == "book" for e in self.entries) + 1
        entry = {
            "op": "book",
            "at": at.isoformat(timespec="seconds"),
            "id": number,
            "court": court,
            "start": f"{start:%Y-%m-%dT%H:%M}",
            "end": f"{end:%Y-%m-%dT%H:%M}",
            "member": member,
            "price": str(self.price(start, minutes, member)),
            "status": "booked",
        }
        self.entries.append(entry)
        return entry

    def fill(self, day: datetime, count: int) -> None:
        """Ordinary bookings on a day, made on the days before."""
        for _ in range(count):
            start = day + timedelta(minutes=30 * self.draw.integer(15, 39))
            minutes, court = 30 * self.draw.integer(2, 3), self.draw.choice(self.courts)
            if self.free(court, start, start + timedelta(minutes=minutes)):
                member = self.draw.choice(list(self.members))
                at = day - timedelta(seconds=self.draw.integer(3600, 80000))
                self.book(at, court, start, minutes, member)

    def toml(self) -> str:
        names = "\n".join(f'{court} = "{court.title()} court"' for court in self.courts)
        return f"""utc_offset_minutes = {self.offset}

[courts]
{names}

[hours]
opens = 07:00:00
closes = 22:30:00

[rules]
longest_minutes = 150
days_ahead = {self.ahead}
open_bookings = {self.limit}
notice_hours = {self.notice}
late_refund_percent = {self.late}

[prices]
hour = "{self.rate}.00"
peak_hour = "{self.peak}.00"
peak_from = 17:00:00
peak_to = 20:00:00
reduced_percent = {self.reduced}
"""

    def rules(self) -> str:
        return f"""# What members are promised

The figures are those of `data/hall.toml`; if they change there, the rules change with them.

1. A booking begins on the hour or at half past, lasts half hours up to 150 minutes, and lies within
   the hours of the day, 07:00 to 22:30. Members book at most {self.ahead} days ahead.
2. A court is never given to two parties for the same time, however the times lie to each other and
   however close together the two requests come in. One may begin the minute the other ends.
3. Every half hour costs what that half hour costs: {self.peak}.00 an hour from 17:00 to 20:00 on
   Monday to Friday, {self.rate}.00 at any other time. A reduced card takes {self.reduced}% off the
   sum, which is rounded once, to whole cents, half a cent upwards.
4. A member has at most {self.limit} bookings still to come. One that was cancelled or has begun
   does not count.
5. Whoever cancels {self.notice} hours or more before the start gets everything back, later
   {self.late}%. What has begun, or is cancelled already, cannot be cancelled.
6. A court that is given back can be booked by anybody at once.
7. Every booking, also a cancelled one, stays on record with its number, and no number is used
   twice: members quote it at the desk. That must hold when the service is started anew, too, which
   happens every night.
8. Times are those of the hall, UTC{self.offset // 60:+03}:00. The telephone app sends them with the
   offset of wherever the member is, such as `2026-02-03T18:00+05:00`, and means that very moment.
"""


@scenario
def build(draw: Draw) -> Scenario:
    hall = Hall(draw)
    owner = draw.world().person()
    for number in range(24):
        hall.fill(FIRST_DAY + timedelta(days=number), draw.integer(2, 4))
    members = draw.sample(list(hall.members), 5)
    full = draw.choice([m for m, one in hall.members.items() if one["card"] == "full"])
    days = [FIRST_DAY + timedelta(days=7 * week + draw.integer(0, 4)) for week in (3, 4, 5)]

    court, evening = draw.choice(hall.courts), days[0] + timedelta(hours=18)
    around = (evening - timedelta(hours=1), evening + timedelta(hours=1))
    draw.require(hall.free(court, *around), "room for two bookings")
    inner = hall.book(days[0] - timedelta(hours=30), court, evening, 60, members[0])
    early = evening - timedelta(minutes=30)
    outer = hall.book(days[0] - timedelta(hours=9), court, early, 90, members[1])

    rush = days[1] + timedelta(hours=draw.integer(9, 13))
    draw.require(hall.free(hall.courts[0], rush, rush + timedelta(hours=1)), "room for the rush")
    at = rush - timedelta(hours=49, seconds=draw.integer(0, 3000))
    hall.book(at, hall.courts[0], rush, 60, members[2])
    hall.book(at, hall.courts[0], rush, 60, members[3])
    across = hall.book(
        days[2] - timedelta(hours=20),
        hall.courts[1],
        days[2] + timedelta(hours=16, minutes=30),
        90,
        full,
    )

    def name(member: str) -> str:
        return hall.members[member]["name"]

    right = Decimal(hall.rate) / 2 + hall.peak
    complaints = f"""# Complaints at the desk

- {days[0]:%A %d %B}: {name(members[0])} had the {court} court at 18:00 (no. {inner["id"]}),
  and found {name(members[1])} there since 17:30 (no. {outer["id"]}), who had booked as well.
- {days[1]:%A %d %B}: {name(members[2])} and {name(members[3])} both hold a confirmation for the
  {hall.courts[0]} court at {rush:%H:%M}. They say they booked in the very same second, when the
  courts of that day were opened.
- {days[2]:%A %d %B}: {name(full)} paid {across["price"]} for 16:30 to 18:00 (no. {across["id"]}),
  and says that it should have been {right:.2f}.
"""
    journal = "".join(json.dumps(entry) + "\n" for entry in hall.entries)
    return Scenario(
        instruction=f"""
            The booking service of our sports hall lies in {HOME}, with a README that says how it
            is started and used. Members have complained, and what the desk wrote down is in
            {HOME}/complaints.md. I doubt that this is all: I've never had time to go through
            {HOME}/RULES.md, which is what we promise our members, and see whether the service
            really keeps to it.

            Please repair the service so that it does. The telephone app and the desk use it as the
            README describes it, so whatever is right today must stay as it is. I'll start it
            tonight just like that, with our data, in {HOME}/data. Those are real bookings and
            settings: leave them alone, including the bookings that the complaints are about, and
            don't leave any of your own in there.

            Thanks! {owner.first}
        """,
        files={
            "RULES.md": hall.rules(),
            "complaints.md": complaints,
            "data/hall.toml": hall.toml(),
            "data/members.json": json.dumps(hall.members, indent=1, ensure_ascii=False) + "\n",
            "data/bookings.jsonl": journal,
        },
        told={"home": HOME},
        expected={
            "home": HOME,
            "port": draw.integer(20000, 29000),
            "draw": draw.integer(1, 10**9),
            "kept": {
                "data/hall.toml": hall.toml(),
                "data/bookings.jsonl": journal,
                "data/members.json": json.dumps(hall.members, indent=1, ensure_ascii=False) + "\n",
                "RULES.md": hall.rules(),
            },
        },
    )
