"""A time for four people: their calendars say when they are busy, the chat what they would like."""

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.chat.world import Huddle, Line, user

CALENDAR_PASSWORD = "pewter-meadow-40"
CHAT_PASSWORD = "juniper-lantern-12"
KEPT_SERIES = {"Stand-up", "All hands"}
VIDEO_ROOMS = ["kestrel", "osprey", "lapwing"]
WORK = range(9 * 60, 17 * 60 + 30, 30)
TOPICS = ["Pilot at the harbour", "New price list", "Move of the archive", "Training programme"]
WAYS = ["Phone calls", "Writing", "Review of a draft", "Preparation", "Supplier call"]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, client = cast.owner, cast.clients[0]
    draw.require(len({p.first for p in cast.staff}) == len(cast.staff), "first names of their own")
    # Neither those who live in another zone nor the one who is off on Fridays.
    late, early, lunch, listener = draw.sample([cast.colleagues[n] for n in (0, 1, 3, 4, 5)], 4)
    others = [cast.colleagues[n] for n in (2, 6, 7)]
    needed = [owner, late, early, lunch]
    topic = draw.choice(TOPICS)
    first, second = draw.choice([600, 630]), draw.choice([600, 630])

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if (plan.title in KEPT_SERIES or not plan.rule)
        and not (-4 < plan.day < 6 and (plan.room in VIDEO_ROOMS or _concerns(plan, needed)))
    ]
    # Windows of an hour in which nobody is busy; all else of the working day is taken.
    for day, windows in {
        1: [540, 720, 870],  # before ten, at lunch, not over by three
        2: [630, 780],  # no room with a video link, an invitation that is not answered
        3: [first],
        4: [second, 810],
    }.items():
        minute = WORK.start
        while minute < WORK.stop:
            if minute in windows:
                minute += 60
                continue
            end = min([w for w in windows if w > minute] + [minute + 90, WORK.stop])
            busy = draw.choice(needed)
            helper = [Guest(draw.choice(others), "accepted")] if draw.chance(0.4) else []
            almanac.add(Plan(busy, draw.choice(WAYS), day, clock(minute), end - minute, helper))
            minute = end
    anchors = [
        next(p.code for p in almanac.plans if p.day == d and p.title in WAYS) for d in (3, 4)
    ]
    for room, organiser in zip(VIDEO_ROOMS, draw.shuffle(others), strict=True):
        almanac.add(Plan(organiser, "Interviews", 2, "10:00", 120, room=room))
    almanac.add(Plan(others[0], "Forms", 2, "13:00", 60, [Guest(early, "pending")]))
    for room in draw.sample(VIDEO_ROOMS, 2):
        almanac.add(Plan(others[1], "Demonstration", 3, clock(first), 60, room=room))
    calendar = almanac.tables()
    taker = next(u["id"] for u in calendar["users"] if u["email"] == late.email)
    work = next(
        c["id"] for c in calendar["calendars"] if c["user_id"] == taker and c["name"] == "Work"
    )
    code = "ALM-" + "".join(draw.choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(6))
    draw.require(code not in {e["code"] for e in calendar["events"]}, "a code of its own")

    staff = list(cast.staff)
    number = {person.name: n for n, person in enumerate(staff, 1)}
    huddle = Huddle(world, [user(n, p, CHAT_PASSWORD) for n, p in enumerate(staff, 1)])
    handles = {u["name"]: u["handle"] for u in huddle.people}
    huddle.background()
    names = " ".join(f"@{handles[p.name]}" for p in (late, early, lunch))
    channel = huddle.channel(
        topic.lower().replace(" ", "-"),
        [number[p.name] for p in (owner, late, early, lunch, listener)],
        purpose=topic,
    )
    asked = huddle.say(
        channel,
        Line(1, f"{names} I want an hour with you three. What do I have to look out for?", 8000),
    )
    asked.answers += [
        Line(number[late.name], "Please not before eleven, I bring the children.", 7900),
        Line(number[early.name], "Any time will do.", 7800),
        Line(
            number[lunch.name],
            f"From twelve to one I'm at the pool. And {client.name} joins us from outside, so the "
            f"room has to have a video link. No invitation needed, I'll pass on the rest.",
            7700,
        ),
        Line(number[listener.name], "I can't do mornings at all, but I needn't be there.", 7600),
    ]
    huddle.say(
        channel,
        Line(number[late.name], "About our hour: from ten on is fine, I have swapped.", 3000),
    )
    huddle.say(channel, Line(number[listener.name], "I have put the papers in the folder.", 2500))
    direct = next(
        (c["id"] for c in huddle.channels if c["name"] == f"direct-1-{number[early.name]}"), None
    ) or huddle.direct([1, number[early.name]])
    huddle.say(
        direct,
        Line(
            number[early.name],
            f"One thing about the hour for the {topic.lower()}: these days I have to leave at "
            f"three, so it should be over by then.",
            1300,
        ),
    )
    return Scenario(
        instruction=f"""
            I'd like to have an hour with {late.first}, {early.first} and {lunch.first} about the
            {topic.lower()}. I asked them in Huddle what I have to look out for. Please find the
            earliest time that suits the four of us, from tomorrow on, beginning on the full or the
            half hour and within our working hours, and put it into my calendar as "{topic}", with
            the three invited and a room that does. An invitation that somebody has not answered
            counts as taken.

            Almanac: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            Huddle: {url("chat")}, {owner.email}, password {CHAT_PASSWORD}
        """,
        services={"calendar": calendar, "chat": huddle.tables()},
        told={
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "chat": url("chat"),
            "chat_password": CHAT_PASSWORD,
            "email": owner.email,
            "people": [late.first, early.first, lunch.first],
            "topic": topic,
        },
        expected={
            "owner": owner.email,
            "people": sorted(p.email for p in (late, early, lunch)),
            "topic": topic,
            "rooms": VIDEO_ROOMS,
            "first": {"on_the_day_of": anchors[0], "at": clock(first)},
            "second": {"on_the_day_of": anchors[1], "at": clock(second)},
            "taken_by": code,
        },
        dormant=[
            {
                "id": "slot-taken",
                "factor": "C1",
                "service": "calendar",
                "on": ["find_time", "view_free_busy"],
                "effect": "change",
                "actor": late.email,
                "table": "events",
                "insert": {
                    "code": code,
                    "calendar_id": work,
                    "organiser_id": taker,
                    "title": "Call with the auditors",
                    "starts_at": f"+3b {clock(first)} Europe/Dublin",
                    "ends_at": f"+3b {clock(first + 60)} Europe/Dublin",
                    "zone": "Europe/Dublin",
                    "created_at": "now",
                },
            }
        ],
    )


def _concerns(plan, persons):
    return plan.organiser in persons or any(guest.person in persons for guest in plan.guests)


def clock(minute):
    return f"{minute // 60:02}:{minute % 60:02}"
