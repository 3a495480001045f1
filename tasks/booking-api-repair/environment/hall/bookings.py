"""The bookings and the rules for them. RULES.md is what members are promised."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from hall import prices, times
from hall.journal import Journal
from hall.settings import Hall


class Refused(Exception):
    """With the status that is answered."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass
class Booking:
    id: int
    court: str
    start: datetime
    end: datetime
    member: str
    price: Decimal
    status: str = "booked"

    def out(self) -> dict:
        return {
            "id": self.id,
            "court": self.court,
            "start": times.show(self.start),
            "end": times.show(self.end),
            "member": self.member,
            "price": str(self.price),
            "status": self.status,
        }


class Bookings:
    def __init__(self, hall: Hall, journal: Journal) -> None:
        self.hall = hall
        self.journal = journal
        self.by_id: dict[int, Booking] = {}
        for entry in journal.entries():
            self._replay(entry)

    def _replay(self, entry: dict) -> None:
        if entry["op"] == "cancel":
            del self.by_id[entry["id"]]
            return
        self.by_id[entry["id"]] = Booking(
            id=entry["id"],
            court=entry["court"],
            start=datetime.fromisoformat(entry["start"]),
            end=datetime.fromisoformat(entry["end"]),
            member=entry["member"],
            price=Decimal(entry["price"]),
        )

    def quote(self, court: str, start: str, minutes: int, member: str) -> Decimal:
        begins = self._checked(court, start, minutes, member)
        return prices.price(self.hall, begins, minutes, member)

    def book(self, court: str, start: str, minutes: int, member: str) -> Booking:
        now = times.now(self.hall.zone)
        begins = self._checked(court, start, minutes, member)
        ends = begins + timedelta(minutes=minutes)
        if begins <= now:
            raise Refused(400, "that time has passed")
        if begins.date() > now.date() + timedelta(days=self.hall.days_ahead):
            raise Refused(400, f"at most {self.hall.days_ahead} days ahead")
        if self._open(member, now) >= self.hall.limit:
            raise Refused(409, f"at most {self.hall.limit} bookings at a time")
        if self._taken(court, begins, ends):
            raise Refused(409, "that court is taken")
        booking = Booking(
            id=len(self.by_id) + 1,
            court=court,
            start=begins,
            end=ends,
            member=member,
            price=prices.price(self.hall, begins, minutes, member),
        )
        made = {"op": "book", "at": now.isoformat(timespec="seconds")}
        self.journal.append({**made, **booking.out()})
        self.by_id[booking.id] = booking
        return booking

    def cancel(self, number: int) -> tuple[Booking, Decimal]:
        """The booking, and what is paid back."""
        now = times.now(self.hall.zone)
        booking = self.get(number)
        if booking.status == "cancelled":
            raise Refused(409, "it is cancelled already")
        if booking.start <= now:
            raise Refused(409, "it has begun")
        refund = self._refund(booking, now)
        made = {"op": "cancel", "at": now.isoformat(timespec="seconds")}
        self.journal.append({**made, "id": booking.id, "refund": str(refund)})
        booking.status = "cancelled"
        return booking, refund

    def get(self, number: int) -> Booking:
        if number not in self.by_id:
            raise Refused(404, "no such booking")
        return self.by_id[number]

    def listed(self, member: str | None, court: str | None, day: str | None) -> list[Booking]:
        found = [
            b
            for b in list(self.by_id.values())
            if (member is None or b.member == member)
            and (court is None or b.court == court)
            and (day is None or b.start.date().isoformat() == day)
        ]
        return sorted(found, key=lambda b: (b.start, b.id))

    def _checked(self, court: str, start: str, minutes: int, member: str) -> datetime:
        """When it begins; Refused where it is against the hours."""
        if court not in self.hall.courts:
            raise Refused(404, "no such court")
        if member not in self.hall.members:
            raise Refused(404, "no such member")
        try:
            begins = times.parse(start)
        except ValueError:
            raise Refused(400, "that is no time") from None
        if begins.minute % 30 or begins.second or begins.microsecond:
            raise Refused(400, "bookings begin on the hour or half past")
        if minutes % 30 or not 30 <= minutes <= self.hall.longest:
            raise Refused(400, f"half hours, at most {self.hall.longest} minutes")
        day = begins.date()
        opens = datetime.combine(day, self.hall.opens)
        closes = datetime.combine(day, self.hall.closes)
        if begins < opens or begins + timedelta(minutes=minutes) > closes:
            raise Refused(400, "the hall is closed then")
        return begins

    def _open(self, member: str, now: datetime) -> int:
        """How many bookings of a member are still to come."""
        return sum(
            b.member == member and b.start.date() >= now.date() for b in list(self.by_id.values())
        )

    def _taken(self, court: str, start: datetime, end: datetime) -> bool:
        return any(
            b.court == court and b.status == "booked" and b.start <= start < b.end
            for b in list(self.by_id.values())
        )

    def _refund(self, booking: Booking, now: datetime) -> Decimal:
        hours = (booking.start - now).seconds // 3600
        if hours >= self.hall.notice:
            return booking.price
        return prices.cents(booking.price * self.hall.late_percent / 100)
