"""Mends the service where it does not keep the rules.

Options leave something out or do it wrong, for the near misses.
"""

import json
import sys
from pathlib import Path

HOME = Path(json.loads(Path(__file__).with_name("params.json").read_text())["home"])
SKIP = set(sys.argv[1:])


def edit(name, *pairs):
    path = HOME / "hall" / name
    text = path.read_text()
    for old, new in pairs:
        assert text.count(old) == 1, (name, old, text.count(old))
        text = text.replace(old, new)
    path.write_text(text)


def prices():
    edit(
        "prices.py",
        ("from datetime import datetime\n", "from datetime import datetime, timedelta\n"),
        (
            "    total = rate(hall, start) * minutes / 60\n",
            (
                "    halves = [start + timedelta(minutes=n) for n in range(0, minutes, 30)]\n"
                "    total = sum((rate(hall, half) / 2 for half in halves), Decimal(0))\n"
            ),
        ),
    )


def rounded_prices():
    """The mistake of rounding each half hour."""
    prices()
    edit(
        "prices.py",
        ("sum((rate(hall, half) / 2 for", "sum((reduced(hall, half, member) for"),
        (
            (
                '    if hall.members[member]["card"] == "reduced":\n'
                "        total = total * (100 - hall.reduced_percent) / 100\n"
            ),
            "",
        ),
        (
            "def cents(",
            (
                "def reduced(hall, half, member):\n"
                "    share = 100\n"
                '    if hall.members[member]["card"] == "reduced":\n'
                "        share -= hall.reduced_percent\n"
                "    return cents(rate(hall, half) / 2 * share / 100)\n\n\n"
                "def cents("
            ),
        ),
    )


def overlaps():
    edit("bookings.py", ("b.start <= start < b.end", "b.start < end and start < b.end"))


def limits():
    edit(
        "bookings.py",
        (
            (
                "b.member == member and b.start.date() >= now.date() for b in "
                "list(self.by_id.values())"
            ),
            (
                'b.member == member and b.status == "booked" and b.start > now\n'
                "            for b in list(self.by_id.values())"
            ),
        ),
    )


def refunds():
    edit(
        "bookings.py",
        ("        hours = (booking.start - now).seconds // 3600\n", ""),
        ("if hours >= self.hall.notice:", "if booking.start - now >= notice:"),
        (
            "-> Decimal:\n        if booking",
            "-> Decimal:\n        notice = timedelta(hours=self.hall.notice)\n        if booking",
        ),
    )


def restarts():
    edit(
        "bookings.py",
        ('del self.by_id[entry["id"]]', 'self.by_id[entry["id"]].status = "cancelled"'),
    )


def numbers_only():
    """The mistake of seeing to the numbers but not to the records."""
    edit("bookings.py", ("id=len(self.by_id) + 1", "id=max(self.by_id, default=0) + 1"))


def lock():
    edit(
        "bookings.py",
        ("from dataclasses import", "import threading\nfrom dataclasses import"),
        (
            "        self.journal = journal\n",
            "        self.journal = journal\n        self._lock = threading.RLock()\n",
        ),
        (
            "def book(self, court: str, start: str, minutes: int, member: str) -> Booking:\n",
            (
                "def book(self, court: str, start: str, minutes: int, member: str) -> Booking:\n"
                "        with self._lock:\n"
                "            return self._book(court, start, minutes, member)\n\n"
                "    def _book(self, court: str, start: str, minutes: int, member: str) "
                "-> Booking:\n"
            ),
        ),
        (
            "def cancel(self, number: int) -> tuple[Booking, Decimal]:\n",
            (
                "def cancel(self, number: int) -> tuple[Booking, Decimal]:\n"
                "        with self._lock:\n"
                "            return self._cancel(number)\n\n"
                "    def _cancel(self, number: int) -> tuple[Booking, Decimal]:\n"
            ),
        ),
    )


def one_at_a_time():
    """Another way to the same end: one request after the other."""
    edit(
        "server.py",
        (
            "RequestHandler, ThreadingHTTPServer",
            "RequestHandler, HTTPServer",
        ),
        ("class Server(ThreadingHTTPServer)", "class Server(HTTPServer)"),
        ("    daemon_threads = True\n", ""),
    )


def offsets():
    edit(
        "bookings.py",
        ("times.parse(start)", "times.parse(start, self.hall.zone)"),
    )
    edit(
        "times.py",
        ("def parse(text: str)", "def parse(text: str, zone: timezone)"),
        (
            "    return datetime.fromisoformat(text).replace(tzinfo=None)\n",
            (
                "    moment = datetime.fromisoformat(text)\n"
                "    if moment.tzinfo is not None:\n"
                "        moment = moment.astimezone(zone).replace(tzinfo=None)\n"
                "    return moment\n"
            ),
        ),
    )


def main():
    overlaps()
    if "--rounded-prices" in SKIP:
        rounded_prices()
    else:
        prices()
    if "--one-at-a-time" in SKIP:
        one_at_a_time()
    elif not SKIP & {"--no-lock", "--complaints"}:
        lock()
    if "--complaints" in SKIP:
        return
    limits()
    refunds()
    offsets()
    if "--numbers-only" in SKIP:
        numbers_only()
    else:
        restarts()
    if "--break-back-to-back" in SKIP:
        edit(
            "bookings.py", ("b.start < end and start < b.end", "b.start <= end and start <= b.end")
        )


main()
