"""Flights for a group whose wishes stand in a chat, where people have changed their minds."""

from decimal import ROUND_CEILING, Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.airline.policy import AIRCRAFT, FARES, SEAT_PRICES, fare_price
from mock_platform.services.airline.world import Airline
from mock_platform.services.calendar.world import Almanac, Plan
from mock_platform.services.chat.world import Huddle, Line, user

AIR_PASSWORD = "amber-skiff-72"
CALENDAR_PASSWORD = "barley-comet-6"
CHAT_PASSWORD = "walnut-tide-15"
DAY = 24 * 60


def free_only(flight: dict, free: list[str]) -> None:
    """Leave these seats of a flight, all others are chosen already."""
    seats = AIRCRAFT[flight["aircraft"]].seats()
    flight["occupied"] = ",".join(seat for seat in seats if seat not in free)
    flight["seats_left"] = len(free) + 2


def child(air: Airline, booking: dict, first: str) -> None:
    """Make a passenger of a booking a child, with a child's price."""
    person = next(
        p
        for p in air.tables["passengers"]
        if p["booking_id"] == booking["id"] and p["first_name"] == first
    )
    person["kind"] = "child"
    for ticket in air.tables["tickets"]:
        if ticket["passenger_id"] == person["id"]:
            flight = air.tables["flights"][ticket["flight_id"] - 1]
            price = fare_price(flight["base_price"], booking["fare"], "child")
            paid = next(p for p in air.tables["payments"] if p["booking_id"] == booking["id"])
            paid["amount"] -= ticket["price"] - price
            ticket["price"] = price


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    knee, coast, parent, bride, out, left = cast.colleagues[1:7]
    kid = world.person(last=parent.last)
    maiden = world.person(first=bride.first).last
    people = [user(n, p, CHAT_PASSWORD) for n, p in enumerate(cast.staff, 1)]
    draw.require(len({p["handle"] for p in people}) == len(people), "different handles")
    firsts = [p.first for p in (owner, *cast.colleagues[:7], kid)]
    draw.require(len(set(firsts)) == len(firsts), "different first names")

    day = draw.integer(10, 13)
    born = {
        p.email: f"{draw.integer(1962, 1996)}-{draw.integer(1, 12):02}-{draw.integer(1, 28):02}"
        for p in (owner, knee, coast, parent, bride, left, out)
    } | {kid.email: f"-{draw.integer(8 * 365 + 100, 9 * 365)}d"}
    air = Airline(world)
    air.schedule(-2, 20)
    account = air.customer(owner, AIR_PASSWORD)

    def traveller(person, last: str = "") -> tuple[str, str, str]:
        return person.first, last or person.last, born[person.email]

    before = air.flight("PEL", "SBR", -97), air.flight("SBR", "PEL", -94)
    company = [traveller(p) for p in (owner, left, parent, kid, knee, out, coast)]
    company.insert(5, traveller(bride, maiden))
    earlier = air.book(account, company, [before[0]], inbound=[before[1]], fare="light", days=130)
    child(air, earlier, kid.first)
    alone = air.flight("PEL", "KBY", -40), air.flight("KBY", "PEL", -37)
    air.book(account, [traveller(owner)], [alone[0]], inbound=[alone[1]], days=66, seats=True)
    ahead = air.flight("PEL", "HWK", 6, 1)
    air.book(account, [traveller(owner)], [ahead], fare="light", days=11)

    outbound = [air.flight("PEL", "VDN", day, slot) for slot in range(3)]
    inbound = [air.flight("VDN", "PEL", day + 2, slot) for slot in range(3)]
    for flights in (outbound, inbound):
        middle = draw.integer(94, 108)
        for flight in flights:
            flight["base_price"] = Decimal(middle - draw.integer(9, 22))
            flight["seats_left"] = max(flight["seats_left"], 12)
        flights[1]["base_price"] = Decimal(middle)
    there, back = outbound[1], inbound[1]
    low, high = draw.sample(range(5, 11), 4), draw.sample(range(15, 26), 6)
    pair = [f"{low[0]}A", f"{low[0]}B"]
    spare = [f"{high[0]}E", f"{high[0]}F"]
    singles = [f"{low[1]}F", f"{high[1]}A", f"{low[2]}C", f"{high[2]}D", f"{high[3]}C"]
    useless = [f"{low[3]}B", f"{high[4]}E", f"{high[5]}C", f"{high[5]}D"]
    dear = ["2A", "2B", "2C", "3F", "12A", "12B", "13F"]
    free_only(there, [*pair, *spare, *singles, *useless, *dear])
    free = [s for s in AIRCRAFT["N26"].seats() if s not in back["occupied"].split(",")]
    sides = [{f"{row}A", f"{row}B"} for row in (*range(5, 12), *range(14, 27))]
    sides += [{f"{row}E", f"{row}F"} for row in (*range(5, 12), *range(14, 27))]
    draw.require(sum(side <= set(free) for side in sides) > 3, "rows with two free seats")

    fares = [fare_price(f["base_price"], "light", "adult") for f in (there, back)]
    young = [fare_price(f["base_price"], "light", "child") for f in (there, back)]
    cost = sum(fares) * 5 + sum(young) + SEAT_PRICES["standard"][1] * 8
    budget = int(cost.to_integral_value(ROUND_CEILING)) + draw.integer(1, 4)
    first_budget = budget + draw.integer(8, 14) * 10
    draw.require(cost * FARES["flex"].percent > first_budget * 110, "a dearer fare is too dear")

    huddle = Huddle(world, people)
    members = [1, 2, 3, 4, 5, 6, 7]
    channel = huddle.channel("velden-outing", members, kind="private", purpose="Three days off")
    huddle.background()

    def say(author: int, text: str, days: int, minutes: int = 0) -> Line:
        return huddle.say(channel, Line(author, text, days * DAY - minutes))

    call = "So, who is in for Velden? Please say here what you need: seats, times, anything."
    say(1, call, 12)
    say(
        2,
        f"I stay at home, but I keep the purse. We have {first_budget} euros in all, for flights "
        "and seats. Seats are paid for those who ask for one, everybody else sits where they are "
        "put at check-in.",
        12,
        30,
    )
    say(3, "I'm in! With my knee I need a seat on the aisle, there and back.", 12, 55)
    wish = say(4, "Me too, and I'd like an aisle seat, I get up so often.", 12, 70)
    bring = say(5, f"I am coming. Would you mind if I brought {kid.first} along?", 11)
    bring.answers += [
        Line(1, f"On the contrary, bring {kid.first}!", 11 * DAY - 12),
        Line(
            5,
            f"Lovely. Then {kid.first} sits at the window, and I in the seat next to it, both "
            "ways, or there will be tears.",
            11 * DAY - 25,
        ),
    ]
    say(6, "In as well. A window seat, please, or I don't sleep.", 11, 90)
    say(7, "Count me in. Aisle, if I may choose.", 10)
    say(1, "I've put dinner on the first day and the harbour tour on the last in my calendar.", 9)
    wish.answers.append(
        Line(
            4,
            "Thinking of it again: a window instead of the aisle, please, I want to see the coast "
            "this time. Both ways.",
            8 * DAY,
        )
    )
    say(
        6,
        "Forget what I said about the window, don't pay a seat for me. But mind my name on the "
        f"ticket: since the wedding my passport says {bride.name}.",
        7,
    )
    say(7, "I'm so sorry, I have to pull out, my sister is moving house.", 6)
    say(
        4,
        "On the day we leave I'm stuck in the office until noon, so please nothing that leaves "
        "Port Ellery before one o'clock.",
        6,
        45,
    )
    say(
        5,
        f"And on the last day {kid.first} has to be back in Port Ellery before eight in the "
        "evening, it is a school night.",
        5,
    )
    say(
        2,
        f"Bad news: the social fund gives us less. It is {budget} euros in all now, please stay "
        "within that.",
        3,
    )
    say(3, "We'll manage. The harbour is free.", 3, 20)

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if plan.rule
        or not (plan.organiser == owner or owner in [g.person for g in plan.guests])
        or not (0 if plan.days else 5) <= plan.day <= 13
    ]
    dinner = Plan(owner, "Velden outing: dinner, all of us", 8, place="The Old Mill, Velden")
    tour = Plan(owner, "Velden outing: tour of the harbour", 9, place="Quay 3, Velden")
    for plan in (dinner, tour):
        plan.zone, plan.calendar = "Europe/Berlin", "Home"
        almanac.add(plan)
    calendar = almanac.tables()
    for plan, when, begins, ends in (
        (dinner, day, "18:30", "21:00"),
        (tour, day + 2, "08:00", "09:30"),
    ):
        event = next(e for e in calendar["events"] if e["code"] == plan.code)
        event |= {"starts_at": f"{when:+}d {begins}", "ends_at": f"{when:+}d {ends}"}

    def seen(person, kind: str) -> dict[str, str]:
        return {"first": person.first, "last": person.last, "born": born[person.email]} | {
            "wish": kind
        }

    return Scenario(
        instruction=f"""
            Some of us from work are going to Velden together, and I have promised to book the
            flights, from Port Ellery and back, with Northway Air. When we are there you see in my
            calendar; who comes along and what everybody needs has been said in our chat, in
            #velden-outing. Some have changed their minds there: what somebody said last counts.
            Please make one booking for all of us, me included, and choose the seats for those who
            want one. Everybody was on my trip to Saint Brannoc, so that booking has what else you
            need to know about them. Pay with my card. Then post the code of the booking in the
            channel.

            Northway Air: {url("airline")}, {owner.email}, password {AIR_PASSWORD}
            My calendar: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            Chat: {url("chat")}, {owner.email}, password {CHAT_PASSWORD}
        """,
        services={"airline": air.tables, "chat": huddle.tables(), "calendar": calendar},
        told={
            "air": url("airline"),
            "air_password": AIR_PASSWORD,
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "chat": url("chat"),
            "chat_password": CHAT_PASSWORD,
            "email": owner.email,
            "name": owner.name,
            "channel": "velden-outing",
        },
        expected={
            "owner": owner.email,
            "outbound": there["id"],
            "inbound": back["id"],
            "earlier": earlier["id"],
            "people": [
                seen(owner, ""),
                seen(knee, "aisle"),
                seen(coast, "window"),
                seen(parent, "beside"),
                seen(kid, "child"),
                seen(bride, ""),
            ],
            "budget": budget,
            "channel": channel,
        },
        dormant=[
            {
                "id": "seats-taken-meanwhile",
                "factor": "C1",
                "service": "airline",
                "on": "choose_seat",
                "nth": 1,
                "effect": "change",
                "actor": "another passenger",
                "table": "flights",
                "where": {"id": there["id"]},
                "set": {"occupied": ",".join([there["occupied"], *pair])},
            }
        ],
    )
