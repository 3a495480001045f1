"""A workshop is booked into a room that will not do; who comes, and what they need, is in mails."""

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.email.world import Mail, Mailbox
from mock_platform.services.todo.world import Daybook

CALENDAR_PASSWORD = "bramble-tunnel-33"
MAIL_PASSWORD = "velvet-anchor-58"
TODO_PASSWORD = "sparrow-kettle-9"
TOPICS = ["Clear forms", "Quieter halls", "Repair, not replace", "The next ten years"]
LOOP, VIDEO = "hearing loop", "video link"
USUAL = ["screen", "whiteboard", "projector"]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    staff = draw.shuffle(cast.colleagues)
    inside, refusing = staff[: draw.integer(4, 5)], staff[5]
    hearing, host = inside[0], staff[6]
    outside = [world.person(world.firm()) for _ in range(4)]
    bringing, absent, remote, alone = outside
    firsts = [person.first for person in (*cast.staff, *outside)]
    draw.require(len(set(firsts)) == len(firsts), "first names of their own")
    more = draw.integer(3, 4)
    seats = 1 + len(inside) + 1 + more + 1
    title = f"Workshop: {draw.choice(TOPICS)}"
    day = draw.integer(5, 9)

    names = ["kestrel", "wren", "heron", "osprey", "lapwing", "studio"]
    right, wrong, small, mute, silent, taken = draw.sample(names, 6)
    rooms = {
        right: (seats, [LOOP, VIDEO], 240),
        wrong: (seats - 1, [LOOP], 240),
        small: (seats - 1, [LOOP, VIDEO], 240),
        mute: (seats + draw.integer(2, 6), [VIDEO], 180),
        silent: (seats + draw.integer(2, 6), [LOOP], 300),
        taken: (seats + draw.integer(1, 3), [LOOP, VIDEO], 240),
    }
    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if not (plan.room and (plan.rule or plan.day == day)) and plan.title[:8] != title[:8]
    ]
    guests = [Guest(person, "accepted") for person in inside]
    guests += [Guest(refusing, "declined", "On leave."), *(Guest(p) for p in outside)]
    workshop = almanac.add(
        Plan(
            owner,
            title,
            day,
            "13:00",
            150,
            guests,
            text="Two rounds in one room, a short break between.",
            room=wrong,
        )
    )
    almanac.add(Plan(host, "Visit of the trainees", day, "14:30", 60, room=taken))
    almanac.add(Plan(owner, f"{title}, looking back", day + 4, "16:00", 30, [Guest(host)]))
    calendar = almanac.tables()
    for room in calendar["rooms"]:
        capacity, equipment, minutes = rooms[room["slug"]]
        room["capacity"], room["longest_minutes"] = capacity, minutes
        room["equipment"] = ", ".join(sorted([*equipment, draw.choice(USUAL)]))
        room |= {"open_days": "mon,tue,wed,thu,fri", "opens": "08:00", "closes": "19:00"}
        room["ahead_days"] = 60
    label = {room["slug"]: room["name"] for room in calendar["rooms"]}

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    box.contacts += outside

    def letter(sender, text, days, at, subject=title):
        body = f"Dear {owner.first},\n\n{text}\n\n{sender.name}"
        return Mail(sender, [owner], subject, body, days, at, unread=days < 3)

    box.thread(
        letter(
            bringing,
            f"with pleasure! {more} of my colleagues come along, so please count us all.",
            9,
            "10:10",
        )
    )
    box.thread(letter(absent, "I'm sorry, we are stocktaking that week. Another time.", 8, "11:44"))
    box.thread(
        letter(
            remote,
            "I'd like to take part, but the journey is too long for me. If there is a video link "
            "in the room, I'm with you from my desk.",
            8,
            "15:30",
        )
    )
    box.thread(
        letter(alone, "I'm coming, and I'll bring our apprentice.", 7, "09:12"),
        letter(alone, "only me after all: the apprentice has an examination.", 2, "18:20", ""),
    )
    box.thread(
        letter(
            hearing,
            "last time I understood about half of what was said. I have a new hearing aid, which "
            "works well wherever there is a loop. Could you keep that in mind for the workshop?",
            6,
            "08:40",
            "Where we sit",
        )
    )
    box.thread(
        letter(host, "can I come to your next workshop? This one is no good for me.", 4, "13:15")
    )

    users = [
        {"id": n, "email": person.email, "name": person.name, "password": TODO_PASSWORD}
        for n, person in enumerate(cast.staff, 1)
    ]
    book = Daybook(world, users)
    book.background()
    todo = book.add_list("Workshop")
    done, left = [], []
    for text, settled in draw.shuffle(
        [
            ("Find a room that does for the workshop", True),
            (f"Give {label[wrong]} back, others are waiting for it", True),
            ("Note in the calendar what those from outside have answered", True),
            ("Order coffee for all who come", False),
            ("Send the programme round", False),
            ("Name tags for those from outside", False),
            ("Ask for a room for looking back", False),
            ("Bring the box with the cards", False),
        ]
    ):
        number = book.task(todo, text, created_days=draw.integer(6, 15), due_days=3)
        (done if settled else left).append(number)
    book.task(todo, "Write the invitation", created_days=20, done_days=12)
    return Scenario(
        instruction=f"""
            My "{title}" is in my calendar, but in a room that will not do. Everybody has answered
            by now, those from outside by mail. Please note in the calendar what they have answered,
            and then put the workshop into a room that holds all who will be sitting in it and that
            has what people have told me they need. The time stays as it is. Nobody needs a mail
            about it.

            When that is done, tick off in my Daybook, list "Workshop", what is settled by it, and
            nothing that is still to be done.

            Almanac: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
            Daybook: {url("todo")}, {owner.email}, password {TODO_PASSWORD}
        """,
        services={"calendar": calendar, "email": box.tables(), "todo": book.tables()},
        told={
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "todo": url("todo"),
            "todo_password": TODO_PASSWORD,
            "email": owner.email,
            "title": title,
        },
        expected={
            "owner": owner.email,
            "event": workshop.code,
            "room": right,
            "replies": {
                bringing.email: "accepted",
                absent.email: "declined",
                remote.email: "accepted",
                alone.email: "accepted",
            },
            "done": sorted(done),
        },
    )
