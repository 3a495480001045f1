"""One occurrence of a daily series clashes with an appointment; only that one is to move."""

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Guest, Plan

PASSWORD = "harvest-comet-73"
LONG_SERIES = {"Planning", "Catch-up", "All hands", "Design review"}


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    # Neither those who live in another zone nor the one who is off on Fridays.
    first, second, third, optional, refusing = draw.sample(
        [cast.colleagues[n] for n in (0, 1, 3, 4, 5)], 5
    )
    others = [cast.colleagues[n] for n in (2, 6, 7)]
    needed = {owner, first, second, third}
    day = draw.integer(3, 8)
    declined_day, free_day, close_day = draw.sample([d for d in range(2, 9) if d != day], 3)
    title = draw.choice(["Morning round", "Floor round", "Round of the day", "Short round"])
    appointment = draw.choice(["Notary", "Surveyor at the house", "Hearing at the town hall"])

    almanac = Almanac(world, cast, PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if plan.title not in LONG_SERIES
        and not (plan.organiser is owner and plan.days and -5 < plan.day < 15)
        and not (plan.day <= day <= plan.day + plan.days and (needed & people(plan) or plan.room))
    ]
    rounds = almanac.add(
        Plan(
            owner,
            title,
            -40,
            "09:30",
            30,
            [
                Guest(first, "accepted"),
                Guest(second, "accepted"),
                Guest(third, "accepted"),
                Guest(optional, "accepted", optional=True),
                Guest(refusing, "declined", "The mornings are for my team."),
            ],
            text="Half an hour, everybody says what holds them up.",
            room="heron",
            rule={"frequency": "weekly", "weekdays": "mon,tue,wed,thu,fri", "until_on": "+45d"},
        )
    )
    clash = almanac.add(
        Plan(owner, appointment, day, "09:00", 90, calendar="Home", private=True, place="In town")
    )
    almanac.add(
        Plan(
            others[0], "Tools for next year", declined_day, "09:30", 60, [Guest(owner, "declined")]
        )
    )
    almanac.add(Plan(owner, "Working from home", free_day, days=1, free=True, calendar="Away"))
    almanac.add(Plan(owner, "Handing over the keys", close_day, "09:00", 30, [Guest(others[1])]))

    busy = [
        lambda at, minutes: Plan(first, "Offer review", day, at, minutes, [Guest(others[0])]),
        lambda at, minutes: Plan(
            others[0], "New forms", day, at, minutes, [Guest(second, "pending")]
        ),
        lambda at, minutes: Plan(others[1], "Interview", day, at, minutes, room="heron"),
        lambda at, minutes: Plan(third, "School", day, at, minutes, calendar="Home", private=True),
        lambda at, minutes: Plan(
            others[2], "Walk through the hall", day, at, minutes, [Guest(first, "tentative")]
        ),
    ]
    minute = 10 * 60 + 30
    for make in draw.shuffle(busy):
        length = draw.choice([30, 60, 60])
        almanac.add(make(clock(minute), length))
        minute += length
    right = clock(minute)
    almanac.add(Plan(optional, "Call with the printers", day, right, 60))
    almanac.add(Plan(refusing, "Training of the team", day, "13:00", 240))
    return Scenario(
        instruction=f"""
            Every working day I hold our "{title}". On one day within the next two weeks it clashes
            with an appointment of mine, which I can't move. So please move the round of that day,
            and just that one: to the first time later on the same day, on the full or the half
            hour, that suits me and all who have to be there and have said yes. Where somebody has
            not made up their mind about another invitation, please treat that time as taken. It
            should stay in its room and be as long as usual.

            My calendar is at {url("calendar")}, sign in as {owner.email} with the password
            {PASSWORD}.
        """,
        services={"calendar": almanac.tables()},
        told={
            "calendar": url("calendar"),
            "email": owner.email,
            "password": PASSWORD,
            "title": title,
        },
        expected={"series": rounds.code, "clash": clash.code, "at": right},
    )


def people(plan):
    return {plan.organiser, *(guest.person for guest in plan.guests)}


def clock(minute):
    return f"{minute // 60:02}:{minute % 60:02}"
