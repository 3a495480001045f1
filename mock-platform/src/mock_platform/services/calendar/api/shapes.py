"""What the API answers. Moments are in UTC; `zone` names the zone of an event's wall clock."""

from datetime import date, datetime

from pydantic import BaseModel

from mock_platform.services.calendar.models import Attendee, Event, Room, User
from mock_platform.services.calendar.occurrences import Occurrence, rule_of
from mock_platform.services.calendar.operations import Entry, FreeBusy, FullEvent, Seen, Warn
from mock_platform.services.calendar.words import repeats


class PersonOut(BaseModel):
    id: int
    email: str
    name: str
    job: str
    zone: str
    work_days: str
    work_from: str
    work_until: str

    @staticmethod
    def of(user: User) -> "PersonOut":
        return PersonOut(**user.model_dump(include=set(PersonOut.model_fields)))


class SettingsOut(PersonOut):
    reminder_minutes: int | None


class CalendarOut(BaseModel):
    """`level` is null for the user's own calendars."""

    id: int
    name: str
    colour: str
    is_default: bool
    owner: str
    level: str | None

    @staticmethod
    def of(seen: Seen) -> "CalendarOut":
        own = seen.calendar.model_dump(include={"id", "name", "colour", "is_default"})
        return CalendarOut(**own, owner=seen.owner.email, level=seen.level)


class ShareOut(BaseModel):
    calendar_id: int
    email: str
    level: str


class RoomOut(BaseModel):
    slug: str
    name: str
    place: str
    capacity: int
    equipment: list[str]
    zone: str
    open_days: str
    opens: str
    closes: str
    longest_minutes: int
    ahead_days: int

    @staticmethod
    def of(room: Room) -> "RoomOut":
        values = room.model_dump(include=set(RoomOut.model_fields) - {"equipment"})
        items = [item.strip() for item in room.equipment.split(",") if item.strip()]
        return RoomOut(**values, equipment=items)


class TimeOut(BaseModel):
    starts_at: datetime
    ends_at: datetime


class RoomDaysOut(BaseModel):
    room: RoomOut
    taken: list[TimeOut]


class SlotOut(TimeOut):
    rooms: list[str]


class BusyOut(TimeOut):
    """`kind` is `busy`, or `tentative` while an invitation is not accepted."""

    kind: str


class FreeBusyOut(BaseModel):
    email: str
    name: str
    busy: list[BusyOut]

    @staticmethod
    def of(found: FreeBusy) -> "FreeBusyOut":
        busy = [BusyOut(starts_at=b.starts_at, ends_at=b.ends_at, kind=b.kind) for b in found.busy]
        return FreeBusyOut(email=found.user.email, name=found.user.name, busy=busy)


class OccurrenceOut(TimeOut):
    """`on` names the occurrence of a series: the day on which its rule puts it."""

    on: date
    title: str
    place: str
    room_id: int | None
    moved: bool

    @staticmethod
    def of(one: Occurrence) -> "OccurrenceOut":
        return OccurrenceOut(
            on=one.on,
            starts_at=one.starts_at,
            ends_at=one.ends_at,
            title=one.title,
            place=one.place,
            room_id=one.room_id,
            moved=one.moved,
        )


class EntryOut(OccurrenceOut):
    """An occurrence in one's view. With role `busy` only the time is told: `code` is null.

    `conflict`: something else that takes one's time is on as well.
    """

    code: str | None
    calendar_id: int | None
    organiser_id: int
    all_day: bool
    zone: str
    series: bool
    role: str
    reply: str | None
    conflict: bool

    @staticmethod
    def of_entry(entry: Entry) -> "EntryOut":
        event = entry.occurrence.event
        return EntryOut(
            **OccurrenceOut.of(entry.occurrence).model_dump(),
            code=event.code if entry.role != "busy" else None,
            calendar_id=entry.seen.calendar.id if entry.seen else None,
            organiser_id=event.organiser_id,
            all_day=event.all_day,
            zone=event.zone,
            series=event.frequency != "none",
            role=entry.role,
            reply=entry.reply,
            conflict=entry.conflict,
        )


class RepeatOut(BaseModel):
    frequency: str
    interval: int
    weekdays: str
    month_day: int | None
    nth: int | None
    until: date | None
    count: int | None
    words: str

    @staticmethod
    def of(event: Event) -> "RepeatOut":
        names = {"frequency", "interval", "weekdays", "month_day", "nth", "count"}
        words = repeats(event, rule_of(event))
        return RepeatOut(**event.model_dump(include=names), until=event.until_on, words=words)


class EventLine(TimeOut):
    """An event in a list; of a series the times are those of its first occurrence."""

    code: str
    title: str
    place: str
    zone: str
    all_day: bool
    status: str
    organiser_id: int
    repeat: RepeatOut

    @staticmethod
    def of(event: Event) -> "EventLine":
        values = event.model_dump(include=set(EventLine.model_fields) - {"repeat"})
        return EventLine(**values, repeat=RepeatOut.of(event))


class AttendeeOut(BaseModel):
    """`user_id` is null for somebody from outside of the firm."""

    email: str
    name: str
    user_id: int | None
    optional: bool
    reply: str
    message: str
    replied_at: datetime | None

    @staticmethod
    def of(row: Attendee) -> "AttendeeOut":
        return AttendeeOut(**row.model_dump(include=set(AttendeeOut.model_fields)))


class ExceptionOut(BaseModel):
    on: date
    kind: str
    starts_at: datetime | None
    ends_at: datetime | None


class WarningOut(BaseModel):
    """`kind` is `conflict` (taken already) or `hours` (outside of working hours)."""

    kind: str
    person: str
    text: str

    @staticmethod
    def of(warning: Warn) -> "WarningOut":
        return WarningOut(kind=warning.kind, person=warning.person, text=warning.text)


class EventOut(EventLine):
    """`shown` is the occurrence that was asked for, else the next one; `coming` are the next ones.

    `role` is what the user is to the event: organiser, write, invited or read.
    """

    calendar_id: int
    organiser: str
    text: str
    room: str | None
    private: bool
    shown_as: str
    version: int
    role: str
    reminder_minutes: int | None
    attendees: list[AttendeeOut]
    exceptions: list[ExceptionOut]
    shown: OccurrenceOut | None
    own_reply_for_shown: str | None
    coming: list[OccurrenceOut]
    warnings: list[WarningOut]

    @staticmethod
    def of_full(full: FullEvent) -> "EventOut":
        event = full.event
        names = {"calendar_id", "text", "private", "shown_as", "version"}
        room = full.rooms.get(event.room_id)
        return EventOut(
            **EventLine.of(event).model_dump(),
            **event.model_dump(include=names),
            organiser=full.organiser.email,
            room=room.slug if room else None,
            role=full.role,
            reminder_minutes=full.reminder,
            attendees=[AttendeeOut.of(row) for row in full.attendees],
            exceptions=[
                ExceptionOut(on=e.on, kind=e.kind, starts_at=e.starts_at, ends_at=e.ends_at)
                for e in full.exceptions.values()
            ],
            shown=OccurrenceOut.of(full.shown) if full.shown else None,
            own_reply_for_shown=full.own_reply.reply if full.own_reply else None,
            coming=[OccurrenceOut.of(one) for one in full.coming],
            warnings=[WarningOut.of(warning) for warning in full.warnings],
        )


class ChangeOut(BaseModel):
    at: datetime
    by: str
    action: str
    detail: str


class InvitationOut(EventLine):
    organiser: str
    reply: str
    message: str
    next: OccurrenceOut | None


class ReminderOut(BaseModel):
    at: datetime
    minutes: int
    code: str
    occurrence: OccurrenceOut


class OwnReminder(BaseModel):
    """Minutes before each occurrence; null for no reminder."""

    code: str
    minutes: int | None
