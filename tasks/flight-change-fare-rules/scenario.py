"""A meeting abroad has moved: the way out has to be changed for a fee, the way back need not be."""

from dataclasses import dataclass
from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.airline.policy import FARES
from mock_platform.services.airline.world import Airline
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.email.world import Mail, Mailbox

MAIL_PASSWORD = "cobalt-fern-44"
AIR_PASSWORD = "meadow-anvil-9"
CALENDAR_PASSWORD = "tin-whistle-30"


@dataclass(frozen=True)
class Place:
    """Where it goes; times are UTC. `begins` leaves enough time after one of two ways only."""

    city: str
    zone: str
    route: int
    early: tuple[str, str]
    begins: str
    ends: str
    direct_is_right: bool
    noon: tuple[str, str]


PLACES = {
    "CRV": Place(
        "Corvessa", "Europe/Rome", 490, ("06:10", "08:45"), "14:30", "17:00", False,
        ("11:50", "14:25"),
    ),
    "HCY": Place(
        "Halcyra", "Europe/Athens", 480, ("05:55", "09:55"), "15:00", "17:30", True,
        ("12:05", "16:05"),
    ),
}  # fmt: skip


def extra_flight(air: Airline, like: dict, number: int, day: int, times: tuple[str, str]) -> dict:
    """One more flight of a route on a day, beside those of the timetable."""
    rest = {k: v for k, v in like.items() if k not in ("id", "departs_at", "arrives_at", "number")}
    leaves, lands = (f"{day:+}d {at}" for at in times)
    return air.add("flights", number=f"NW{number}", departs_at=leaves, arrives_at=lands, **rest)


def price(flights: list[dict], total: Decimal) -> None:
    """Share a price among the flights of a way."""
    first = Decimal(int(total) * 45 // 100) if len(flights) > 1 else total
    for flight, amount in zip(flights, [first, total - first], strict=False):
        flight["base_price"] = amount


def at(tables: dict, plan: Plan, day: int, begins: str, ends: str) -> None:
    """Put an event on a day counted like those of the flights, weekends included."""
    event = next(e for e in tables["events"] if e["code"] == plan.code)
    event |= {"starts_at": f"{day:+}d {begins}", "ends_at": f"{day:+}d {ends}"}


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    host = world.person(world.firm("engineering"))
    there = draw.choice(sorted(PLACES))
    place = PLACES[there]
    old = draw.integer(7, 8)
    new = old + 2
    ride, back = draw.choice([90, 100, 110]), draw.choice([120, 135, 150])

    air = Airline(world)
    air.schedule(-2, 20)
    user = air.customer(owner, AIR_PASSWORD)
    me = (owner.first, owner.last, "1979-03-02")
    for days, city, fare in ((120, "NMR", "flex"), (64, "KBY", "light")):
        gone = air.flight("PEL", city, -days), air.flight(city, "PEL", -days + 3)
        air.book(user, [me], [gone[0]], inbound=[gone[1]], fare=fare, days=days + 21)
    later = air.flight("PEL", there, 17), air.flight(there, "PEL", 19)
    air.book(user, [me], [later[0]], inbound=[later[1]], fare="flex", days=9)

    was_out, was_back = air.flight("PEL", there, old), air.flight(there, "PEL", old + 1)
    paid = Decimal(draw.integer(150, 170))
    was_out["base_price"] = paid
    air.disrupt(was_back, "delayed", "crew", "-1d 15:00", 150)
    trip = air.book(user, [me], [was_out], inbound=[was_back], fare="light", days=24)
    air.message(
        user,
        "disruption",
        f"{was_back['number']} leaves later",
        f"We lack a crew, so that {was_back['number']} of your booking {trip['code']} will leave "
        "150 minutes later than planned. We apologise for the change.",
        1,
        trip,
        unread=True,
    )
    direct = [air.flight("PEL", there, new)]
    by_velden = [air.flight("PEL", "VDN", new, 0), air.flight("VDN", there, new, 0)]
    evening = [air.flight("PEL", "VDN", new, 1), air.flight("VDN", there, new, 1)]
    right, tempting = (direct, by_velden) if place.direct_is_right else (by_velden, direct)
    dearer = draw.integer(24, 45)
    price(right, paid + dearer)
    price(tempting, paid + draw.integer(4, 12))
    price(evening, paid + draw.integer(1, 3))
    early = extra_flight(air, direct[0], place.route + 4, new, place.early)
    price([early], paid + dearer + draw.integer(25, 60))
    price([air.flight("PEL", there, new - 1)], paid - draw.integer(2, 20))
    home = air.flight(there, "PEL", new + 1)
    extra_flight(air, home, place.route + 5, new + 1, place.noon)
    for flight in (*right, *tempting, *evening, early, home):
        flight["seats_left"] = max(flight["seats_left"], 3)

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if plan.rule
        or not (plan.organiser == owner or owner in [g.person for g in plan.guests])
        or not (0 if plan.days else 2) <= plan.day <= 12
    ]
    guest = [Guest(host, "accepted")]
    talks = almanac.add(
        Plan(
            owner,
            f"Acceptance talks with {host.name}",
            6,
            guests=guest,
            place=f"{host.firm.name}, {place.city}",
            zone=place.zone,
        )
    )
    tour = almanac.add(
        Plan(
            owner,
            f"Tour of the plant with {host.name}",
            7,
            guests=guest,
            place=f"{host.firm.name}, {place.city}",
            zone=place.zone,
        )
    )
    concert = almanac.add(
        Plan(
            owner,
            "Choir concert, I sing",
            5,
            place="St Bride's, Port Ellery",
            calendar="Home",
            private=True,
        )
    )
    calendar = almanac.tables()
    at(calendar, talks, new, place.begins, place.ends)
    at(calendar, tour, new + 1, "08:30", "10:30")
    at(calendar, concert, new - 1, "17:00", "21:00")

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    box.contacts.append(host)
    box.thread(
        Mail(
            host,
            [owner],
            "Finding us",
            f"Dear {owner.first},\n\nsince it is your first time here: from the moment you land, "
            f"count {ride} minutes to our gate, the road along the bay is slow. At the gate, the "
            f"guards take half an hour for a badge, so please be there that much before we begin."
            f"\n\nFor the way home, leave {back} minutes between the end here and your take-off."
            f"\n\nKind regards\n{host.name}\n{host.firm.name}",
            days=18,
            at="09:40",
        ),
        Mail(
            owner,
            [host],
            "",
            f"Dear {host.first},\n\nthank you, that helps. I'm looking forward to it.\n\n"
            f"{owner.first}",
            days=18,
            at="13:15",
            folder="Sent",
        ),
    )
    box.thread(
        Mail(
            host,
            [owner],
            "Could we move it?",
            f"Dear {owner.first},\n\nI'm sorry, our director is called away. Could we have the "
            f"talks, and the tour the morning after, two days later than planned?\n\n"
            f"Kind regards\n{host.name}",
            days=2,
            at="10:02",
        ),
        Mail(
            owner,
            [host],
            "",
            f"Dear {host.first},\n\nyes, that works. I have changed both in my calendar and will "
            f"see to the flights.\n\n{owner.first}",
            days=2,
            at="16:48",
            folder="Sent",
        ),
        Mail(
            host,
            [owner],
            "",
            f"Dear {owner.first},\n\nthat is a relief. Tell me when you land and with which "
            f"flight, then I let the gate know.\n\nKind regards\n{host.name}",
            days=1,
            at="08:20",
            unread=True,
        ),
    )
    thread = next(m.thread for m in box.mails if m.subject == "Could we move it?")
    fee = FARES["light"].change_fee
    return Scenario(
        instruction=f"""
            My talks with {host.name} in {place.city} have been moved, together with the tour of
            the plant; my calendar has the new times already. Now my flights with Northway Air
            don't fit any more. Please move that booking, both ways, so that I am there in good
            time, and as cheaply as their terms allow. {host.first} has written to me how long one
            takes from and to the airport. For the way back I'd like the earliest that I can reach.
            Our regular series in the office can do without me on those days, but whatever else is
            in my calendar I want to keep. Then answer {host.first}'s last mail.

            Northway Air: {url("airline")}, {owner.email}, password {AIR_PASSWORD}
            My calendar: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"airline": air.tables, "email": box.tables(), "calendar": calendar},
        told={
            "air": url("airline"),
            "air_password": AIR_PASSWORD,
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "host": host.name,
            "city": place.city,
        },
        expected={
            "owner": owner.email,
            "host": host.email,
            "thread": thread,
            "booking": trip["id"],
            "outbound": [flight["id"] for flight in right],
            "inbound": [home["id"]],
            "was_out": [was_out["id"]],
            "cost": fee + dearer,
            "zone": place.zone,
        },
        dormant=[
            {
                "id": "change-not-stored",
                "factor": "C2",
                "service": "airline",
                "on": "change_flight",
                "nth": 1,
                "effect": "drop",
            }
        ],
    )
