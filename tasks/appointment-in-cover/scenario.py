"""A first visit that the insurance pays, at the first time that the calendar leaves free."""

from dataclasses import dataclass
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.health import policy
from mock_platform.services.health.world import demo
from mock_platform.world import Cast, World

HEALTH_PASSWORD = "velvet-otter-43"
CALENDAR_PASSWORD = "rocket-dune-90"
PHYSIO = "movement"
MARGIN = 30
"""Minutes that have to be free before and after the visit, too."""

type Tables = dict[str, list[dict[str, Any]]]


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


@dataclass
class Visits:
    """The times of two physiotherapists, and what the calendar has against them."""

    draw: Draw
    tables: Tables
    almanac: Almanac
    cast: Cast

    def add(self, table: str, **values: Any) -> dict[str, Any]:
        row = {"id": max((r["id"] for r in self.tables[table]), default=0) + 1, **values}
        self.tables[table].append(row)
        return row

    def slot(self, physio: dict[str, Any], day: int, at: int, minutes: int = 30) -> dict[str, Any]:
        """A free slot on a working day, `at` minutes after midnight."""
        starts = f"+{day}b {clock(at)}"
        return self.add("slots", provider_id=physio["id"], starts_at=starts, minutes=minutes)

    def plan(self, title: str, day: int, at: int, minutes: int, **more: Any) -> None:
        """Something in the owner's calendar, in UTC like the slots."""
        organiser = more.pop("organiser", self.cast.owner)
        plan = Plan(organiser, title, day, clock(at), minutes, zone="UTC", **more)
        self.almanac.add(plan)

    def clear(self) -> None:
        """Take away what the owner has in the weeks ahead, and all series."""
        owner = self.cast.owner
        self.almanac.plans = [
            plan
            for plan in self.almanac.plans
            if not (plan.rule or (plan.days and plan.day > -5) or plan.day > -2)
            or not (plan.organiser is owner or any(g.person is owner for g in plan.guests))
        ]

    def fill(self, one: dict[str, Any], two: dict[str, Any]) -> list[dict[str, Any]]:
        """All slots and what is against them; the two that suit, the earlier one first."""
        draw, owner, others = self.draw, self.cast.owner, self.cast.colleagues
        day = draw.integer(2, 3)
        morning = draw.choice([9 * 60, 9 * 60 + 30, 10 * 60])
        self.slot(one, day, morning)
        self.plan("Offer for the harbour", day, morning + 15, 45)
        self.slot(two, day, 14 * 60)
        self.plan("Call with the printers", day, 13 * 60, 40)
        self.slot(one, day + 1, 8 * 60)
        self.slot(two, day + 1, 10 * 60 + 30)
        self.slot(one, day + 1, 15 * 60)
        self.plan("Training day", day + 1, 0, 0, days=1, calendar="Away")
        self.slot(two, day + 2, 11 * 60)
        joined = [Guest(owner, "accepted"), Guest(others[3], "accepted")]
        self.plan(
            "Supplier comparison", day + 2, 11 * 60 + 45, 60, organiser=others[2], guests=joined
        )
        self.slot(one, day + 2, 16 * 60)
        self.plan("Dinner at my aunt's", day + 2, 16 * 60 + 50, 120, calendar="Home", private=True)
        self.slot(two, day + 3, 8 * 60, 20)
        right = self.slot(one, day + 3, morning + 60)
        refused = [Guest(owner, "declined", "Sorry, I am away."), Guest(others[1], "accepted")]
        self.plan("Press questions", day + 3, morning + 45, 60, organiser=others[0], guests=refused)
        self.plan("Working from home", day + 3, 0, 0, days=1, calendar="Away", free=True)
        self.slot(two, day + 3, 15 * 60)
        self.plan("Budget talk", day + 3, 14 * 60 + 30, 60)
        following = self.slot(one, day + 4, morning)
        self.plan("Lunch with the team", day + 4, 12 * 60, 60)
        for later in range(day + 4, day + 9):
            self.slot(two, later, 15 * 60 + 30)
            self.slot(one, later, 16 * 60 + 30)
        return [right, following]


def physiotherapists(visits: Visits, world: World) -> tuple[dict[str, Any], dict[str, Any]]:
    """The practice's own one and a second one, with what they charge."""
    tables, draw = visits.tables, visits.draw
    first = next(p for p in tables["providers"] if p["speciality"] == PHYSIO)
    person = world.person()
    user = visits.add(
        "users",
        email=person.email,
        name=person.name,
        password=f"{world.phone()} x",
        role="provider",
        phone=person.phone,
    )
    second = visits.add(
        "providers", user_id=user["id"], name=person.name, speciality=PHYSIO, place_id=1, about=""
    )
    pair = draw.shuffle([first, second])
    for physio in pair:
        physio["prices"] = (draw.integer(66, 88), draw.integer(48, 63))
        physio["about"] = (
            f"Physiotherapy. A first visit is {physio['prices'][0]} euros, each further one "
            f"{physio['prices'][1]} euros."
        )
    draw.require(pair[0]["prices"] != pair[1]["prices"], "prices that differ")
    return pair[0], pair[1]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    tables = demo(world, cast)
    for user in tables["users"]:
        own = user["email"] == owner.email
        user["password"] = HEALTH_PASSWORD if own else f"{world.phone()} {user['id']}"
    physio = next(p for p in tables["providers"] if p["speciality"] == PHYSIO)["id"]
    for table in ("appointments", "slots"):
        tables[table] = [row for row in tables[table] if row["provider_id"] != physio]

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    visits = Visits(draw, tables, almanac, cast)
    visits.clear()
    one, two = physiotherapists(visits, world)
    right, following = visits.fill(one, two)
    prices = {str(p["id"]): p.pop("prices") for p in (one, two)}
    count = draw.choice([6, 8])
    letter = visits.add(
        "referrals",
        number=f"R-{3_001 + len(tables['referrals'])}",
        patient_id=1,
        speciality=PHYSIO,
        provider_id=next(p["id"] for p in tables["providers"] if p["speciality"] == "general"),
        issued_on="-6d",
        valid_until=f"+{policy.REFERRAL_DAYS - 6}d",
        visits=count,
        reason="Frozen shoulder",
    )
    places = {place["id"]: place for place in tables["places"]}
    return Scenario(
        instruction=f"""
            My shoulder has to be seen to. Please book me a first visit with a physiotherapist at
            Wellspring, whoever of them has the earliest time that suits me: nothing in my calendar
            from half an hour before until half an hour after it (what I declined or what is shown
            as free doesn't count). I have a referral for the shoulder, please use that one and not
            the one for my knee.

            I'd like my insurance to pay its part, so please see to what my plan wants beforehand,
            for all the visits of that referral at the prices of whoever it will be. And put the
            visit into my calendar, as private and with the place, so that nobody books over it.

            Wellspring: {url("health")}, {owner.email}, password {HEALTH_PASSWORD} (times are UTC)
            Almanac, my calendar: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
        """,
        services={"health": tables, "calendar": almanac.tables()},
        told={
            "health": url("health"),
            "health_password": HEALTH_PASSWORD,
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "email": owner.email,
            "part": "shoulder",
            "margin": MARGIN,
        },
        expected={
            "owner": owner.email,
            "slots": [right["id"], following["id"]],
            "referral": letter["id"],
            "estimates": {
                number: first + (count - 1) * further for number, (first, further) in prices.items()
            },
            "places": {
                str(p["id"]): [places[p["place_id"]][name] for name in ("name", "address")]
                for p in (one, two)
            },
        },
        dormant=[
            {
                "id": "slot-taken",
                "factor": "C1",
                "service": "health",
                "on": "search_slots",
                "nth": 1,
                "effect": "change",
                "table": "slots",
                "where": {"id": right["id"]},
                "set": {"state": "booked"},
                "actor": "another patient",
            }
        ],
    )
