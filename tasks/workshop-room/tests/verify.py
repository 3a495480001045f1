"""Is the workshop in the room that does, and is what that settles ticked off, no more?"""

from mock_platform.verify import Verification, main, only


def verify(v: Verification) -> None:
    want = v.expected
    calendar, mail, todo = v.service("calendar"), v.service("email"), v.service("todo")
    event = calendar.one("events", code=want.event)
    before = calendar.baseline("events", code=want.event)[0]
    rooms = {room.id: room.slug for room in calendar.rows("rooms")}
    room = rooms.get(event.room_id)
    kept = event.status == "confirmed" and (event.starts_at, event.ends_at) == (
        before.starts_at,
        before.ends_at,
    )
    in_place = kept and room == want.room
    v.gate(
        "the workshop is in a room that does, at its time",
        in_place,
        cap=0.5,
        reason=f"expected {want.room}, found {room}, at its time: {kept}",
    )
    v.check(
        "in the room that holds all and has what they need",
        0.45,
        in_place,
        f"expected {want.room} in place of {rooms.get(before.room_id)}, found {room}",
    )
    replies = vars(want.replies)
    now = {a.email: a.reply for a in calendar.rows("attendees", event_id=event.id)}
    noted = [email for email, reply in replies.items() if now.get(email) == reply]
    v.check(
        "what those from outside have answered",
        0.25,
        len(noted) / len(replies),
        f"not: {[email for email in replies if email not in noted]}",
    )
    ticked = [
        task.id
        for task in todo.changed("tasks")
        if task.done_at is not None and task.deleted_at is None
    ]
    good = [number for number in ticked if number in want.done]
    wrong = [number for number in ticked if number not in want.done]
    v.check(
        "what is settled is ticked off, and nothing else",
        0.3,
        len(good) / len(want.done) if not wrong else 0.0,
        f"expected {want.done}, found {sorted(ticked)}",
    )

    owner = mail.one("users", email=want.owner)
    drafts = mail.one("folders", user_id=owner.id, kind="drafts").id
    written = [m for m in mail.added("messages", user_id=owner.id) if m.folder_id == drafts]
    mine = {m.id for m in written}
    own = {a.id for a in calendar.baseline("attendees", event_id=event.id) if a.email in replies}
    answers = only("reply", "message", "replied_at")
    noted_below = event.text.startswith(before.text.rstrip())
    moved = only("room_id", "version", *(["text"] if noted_below else []))
    v.allow(
        calendar,
        events=lambda change: change.row.id == event.id and moved(change),
        attendees=lambda change: change.row.id in own and answers(change),
        changes=calendar.added("changes", event_id=event.id),
    )
    v.allow(
        mail,
        messages=[*written, only("unread")],
        recipients=[r for r in mail.added("recipients") if r.message_id in mine],
    )
    finished = only("done_at", "done_by")
    v.allow(
        todo,
        tasks=lambda change: change.row.id in want.done and finished(change),
        history=[entry for entry in todo.added("history") if entry.task_id in want.done],
    )


if __name__ == "__main__":
    main(verify)
