"""Do the four have the earliest hour that suits them all, in a room that does?"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from mock_platform.verify import Verification, fold, main, only

ZONE = ZoneInfo("Europe/Dublin")


def verify(v: Verification) -> None:
    want = v.expected
    calendar, chat = v.service("calendar"), v.service("chat")
    owner = calendar.one("users", email=want.owner)
    new = calendar.added("events", organiser_id=owner.id)
    live = [event for event in new if event.status == "confirmed"]
    event = v.exactly_one(live)
    # What somebody has put into the first of the two times while the agent was at work.
    taken = calendar.rows("events", code=want.taken_by)
    slot = want.second if taken else want.first
    day = calendar.baseline("events", code=slot.on_the_day_of)[0].starts_at.astimezone(ZONE)
    starts = datetime.fromisoformat(f"{day:%Y-%m-%d}T{slot.at}").replace(tzinfo=ZONE)
    at_that_time = event is not None and event.starts_at == starts

    v.gate(
        "one meeting is in the calendar",
        event,
        cap=0.0,
        reason=f"expected 1, found {[(e.title, str(e.starts_at)) for e in live]}",
    )
    v.gate(
        "it is at a time that suits all",
        at_that_time,
        cap=0.3,
        reason=f"expected {starts}, found {event and event.starts_at.astimezone(ZONE)}",
    )
    v.check(
        "the earliest time that suits all four",
        0.55,
        at_that_time,
        f"expected {starts}, found {event and event.starts_at.astimezone(ZONE)}",
    )
    v.check(
        "an hour, under its name, once only",
        0.1,
        event
        and event.ends_at - event.starts_at == timedelta(hours=1)
        and event.frequency == "none"
        and fold(event.title) == fold(want.topic),
        f"found {event and event.title!r}, until {event and event.ends_at}",
    )
    guests = calendar.rows("attendees", event_id=event.id) if event else []
    v.check(
        "the three are invited, and nobody else",
        0.15,
        sorted(guest.email for guest in guests) == want.people,
        f"found {[guest.email for guest in guests]}",
    )
    rooms = {room.id: room.slug for room in calendar.rows("rooms")}
    v.check(
        "in a room with a video link",
        0.2,
        event and rooms.get(event.room_id) in want.rooms,
        f"expected one of {want.rooms}, found {event and rooms.get(event.room_id)}",
    )
    mine = {e.id for e in new if e.status != "confirmed"} | {e.id for e in (event,) if e}
    v.allow(
        calendar,
        events=[e for e in new if e.id in mine],
        attendees=[a for a in calendar.added("attendees") if a.event_id in mine],
        changes=[c for c in calendar.added("changes") if c.event_id in mine],
    )
    v.allow(chat, members=only("last_read"))


if __name__ == "__main__":
    main(verify)
