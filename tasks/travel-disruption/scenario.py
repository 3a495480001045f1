"""A cancelled flight: another one, which may fill up, and all that hangs on when one lands."""

from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.airline.world import Airline
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.chat.world import Huddle, Line, user
from mock_platform.services.email.world import Mail, Mailbox

AIR_PASSWORD = "lupin-harbour-77"
CALENDAR_PASSWORD = "cobalt-thicket-14"
CHAT_PASSWORD = "russet-piano-61"
MAIL_PASSWORD = "walnut-glider-25"
PLACES = {"CRV": ("Corvessa", 490, 155), "KBY": ("Kestrel Bay", 470, 160)}
"""City, number of the route, minutes in the air."""


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def extra(air: Airline, like: dict, number: int, day: int, leaves: int, minutes: int) -> dict:
    """One more flight of a route on a day, beside those of the timetable; times are UTC."""
    rest = {k: v for k, v in like.items() if k not in ("id", "departs_at", "arrives_at", "number")}
    rest |= {"seats_left": 4, "base_price": like["base_price"] + Decimal(number % 7)}
    times = {
        "departs_at": f"{day:+}d {clock(leaves)}",
        "arrives_at": f"{day:+}d {clock(leaves + minutes)}",
    }
    return air.add("flights", number=f"NW{number}", **times, **rest)


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    driver, gardener, handing = draw.sample(cast.colleagues[:4], 3)
    guest, host = world.person(world.firm("health")), world.person(world.firm("engineering"))
    firsts = [p.first for p in (*cast.staff, guest, host)]
    draw.require(len(set(firsts)) == len(firsts), "first names of their own")
    there = draw.choice(sorted(PLACES))
    city, route, minutes = PLACES[there]
    day = draw.integer(6, 9)

    air = Airline(world)
    air.schedule(-2, 18)
    account = air.customer(owner, AIR_PASSWORD)
    me = (owner.first, owner.last, "1981-06-17")
    past = air.flight("PEL", "SBR", -75), air.flight("SBR", "PEL", -73)
    air.book(account, [me], [past[0]], inbound=[past[1]], days=99)
    ahead = air.flight("PEL", "HWK", 15), air.flight("HWK", "PEL", 16)
    air.book(account, [me], [ahead[0]], inbound=[ahead[1]], fare="flex", days=4)
    gone, home = air.flight("PEL", there, day), air.flight(there, "PEL", day + 3)
    for flight in air.tables["flights"]:
        on_the_day = flight["departs_at"].startswith(f"{day:+}d")
        if flight["destination"] == there and on_the_day:
            flight["seats_left"] = 0
    extra(air, gone, route + 9, day, 6 * 60 + 30, minutes)
    extra(air, gone, route + 8, day, 9 * 60 + draw.choice([5, 10, 20]), minutes)
    full = extra(air, gone, route + 6, day, 13 * 60 + draw.choice([5, 15, 25]), minutes)
    late = extra(air, gone, route + 7, day, 18 * 60 + draw.choice([40, 50, 55]), minutes)
    extra(air, gone, route + 9, day + 1, 5 * 60 + 45, minutes)
    air.disrupt(gone, "cancelled", "technical", "-1d 17:00")
    trip = air.book(account, [me], [gone], inbound=[home], fare="light", days=33)
    air.message(
        account,
        "disruption",
        f"{gone['number']} is cancelled",
        f"A technical fault of the aircraft: {gone['number']} of your booking {trip['code']} is "
        "cancelled. You can rebook free of charge, or get your money back.",
        1,
        trip,
        unread=True,
    )

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if plan.rule
        or not (plan.organiser is owner or owner in [g.person for g in plan.guests])
        or not -5 < plan.day <= 12
    ]
    flight = Plan(owner, f"Flight {gone['number']} to {city}", 6)
    dinner = Plan(owner, f"Dinner with {guest.name}", 6, guests=[Guest(guest, "accepted")])
    drinks = Plan(driver, f"Drinks in {city}", 6, guests=[Guest(owner, "accepted")])
    lands = 18 * 60 + 30
    events = [
        (Plan(handing, "Handing over the keys", 6, guests=[Guest(owner, "accepted")]), 0, 420, 60),
        (flight, 0, 0, 0),
        (drinks, 0, lands, 60),
        (dinner, 0, 20 * 60, 120),
        (Plan(owner, f"Talks with {host.name}", 6, guests=[Guest(host, "accepted")]), 1, 510, 180),
        (Plan(owner, f"Plant of {host.name}", 6, guests=[Guest(host, "accepted")]), 2, 480, 240),
        (Plan(gardener, "Lunch at the market", 6, guests=[Guest(owner, "accepted")]), 2, 750, 60),
    ]
    for plan, *_ in events:
        almanac.add(plan)
    calendar = almanac.tables()
    for plan, later, begins, length in events:
        event = next(e for e in calendar["events"] if e["code"] == plan.code)
        event["zone"] = "UTC" if plan is flight else event["zone"]
        event["starts_at"] = f"{day + later:+}d {clock(begins)}"
        event["ends_at"] = f"{day + later:+}d {clock(begins + length)}"
        if plan is flight:
            event |= {"starts_at": gone["departs_at"], "ends_at": gone["arrives_at"]}
            event["zone"] = "Europe/Dublin"

    huddle = Huddle(world, [user(n, p, CHAT_PASSWORD) for n, p in enumerate(cast.staff, 1)])
    draw.require(len({p["handle"] for p in huddle.people}) == 9, "different handles")
    huddle.background()
    number = {p.name: n for n, p in enumerate(cast.staff, 1)}
    direct = {c["name"]: c["id"] for c in huddle.channels}
    to_driver = direct[f"direct-1-{number[driver.name]}"]
    fetch = (
        f"I'm in {city} before you and have a car: I'll fetch you at the airport. Tell me if "
        "anything changes, it takes me a while to get out there."
    )
    plants = f"Have a good time in {city}! I'll look after your plants."
    locksmith = "The locksmith comes for the keys, so you really have to be there."
    for person, text, ago in (
        (driver, fetch, 4000),
        (gardener, plants, 2900),
        (handing, locksmith, 2600),
    ):
        channel = direct[f"direct-1-{number[person.name]}"]
        huddle.say(channel, Line(number[person.name], text, ago))

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    box.contacts += [guest, host]
    box.thread(
        Mail(
            guest,
            [owner],
            "Dinner",
            f"Dear {owner.first},\n\nthe table is ours. They are strict there, so if you can't "
            f"come after all, let me know in time and I'll give it back.\n\n{guest.name}",
            days=9,
            at="12:10",
        )
    )
    box.thread(
        Mail(
            host,
            [owner],
            "Our talks",
            f"Dear {owner.first},\n\nall is prepared for the morning after your arrival, and for "
            f"the plant on the day after that. Have a pleasant journey!\n\n{host.name}",
            days=3,
            at="15:45",
        )
    )
    return Scenario(
        instruction=f"""
            Northway Air has cancelled my flight to {city}. Please rebook me free of charge on the
            first one of the same day that I can take, without a change of planes: I have to be at
            the handing over of the keys in the morning, and want to be at the airport an hour and
            a half before it leaves, which is around the corner from there. Once I have landed it
            takes me an hour to wherever I am expected.

            Then put my calendar right: the entry of the flight, and whatever I can't be at from
            the beginning any more. What I have called myself you cancel, what others have called
            you decline; our regular series don't matter. And tell those whom it affects, and
            nobody else, with which flight I come and when I land, on the clock there: colleagues
            in a direct message in Huddle, anybody else by mail.

            Northway Air: {url("airline")}, {owner.email}, password {AIR_PASSWORD}
            Almanac: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            Huddle: {url("chat")}, {owner.email}, password {CHAT_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={
            "airline": air.tables,
            "calendar": calendar,
            "chat": huddle.tables(),
            "email": box.tables(),
        },
        told={
            "air": url("airline"),
            "air_password": AIR_PASSWORD,
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "chat": url("chat"),
            "chat_password": CHAT_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "city": city,
        },
        expected={
            "owner": owner.email,
            "booking": trip["id"],
            "cancelled": gone["id"],
            "right": late["id"],
            "full": full["id"],
            "inbound": home["id"],
            "flight_entry": flight.code,
            "to_cancel": dinner.code,
            "to_decline": drinks.code,
            "guest": guest.email,
            "direct": to_driver,
        },
        faults=[
            {
                "id": "flight-fills-up",
                "factor": "C1",
                "service": "airline",
                "on": "search_flights",
                "when": {"destination": there},
                "effect": "change",
                "actor": "other passengers",
                "table": "flights",
                "where": {"id": full["id"]},
                "set": {"seats_left": 0},
            }
        ],
    )
