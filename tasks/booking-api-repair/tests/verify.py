"""Does the service, run as it was left on a hall drawn here, keep what RULES.md promises?"""

import json
import os
import random
import selectors
import shutil
import socket
import tempfile
import time
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from urllib.parse import urlencode

from mock_platform.verify import Answer, Verification, main, read_tree, running

PATIENCE = 5
MOST_SILENCES = 3
"""Of one start of the service; three times as many of all."""

SETTLING = 0.3
"""Seconds in which the service takes the connections."""

PARTIES = 12

START = ["-m", "hall"]
HASTY = """
import sys
from runpy import run_module
sys.setswitchinterval(1e-6)
run_module("hall", run_name="__main__", alter_sys=True)
"""
"""The same, but threads take turns so often that what is not guarded comes to light."""


class House:
    """A hall of the verifier's own: settings, members, a journal, and the right prices."""

    def __init__(self, number):
        self.draw = draw = random.Random(number)
        self.now = datetime(draw.randint(2027, 2031), 5, 1, 11)
        while self.now.weekday() != 1:
            self.now += timedelta(days=1)
        self.offset = draw.choice([-180, -60, 60, 120, 180])
        self.rate, self.peak = Decimal(draw.randint(30, 39)) / 2, Decimal(draw.randint(50, 69)) / 2
        self.peak_from, self.peak_to = draw.choice([(16, 19), (17, 21), (18, 21)])
        self.reduced = draw.choice([15, 35])
        self.limit, self.notice = draw.randint(3, 5), draw.choice([18, 20, 22, 23])
        self.late, self.ahead = draw.choice([30, 40, 60]), draw.randint(15, 20)
        self.courts = draw.sample(["blue", "green", "red", "white", "old", "new"], 4)
        names = [f"P-{n}" for n in draw.sample(range(100, 999), 40)]
        self.members = {name: {"name": name, "card": "full"} for name in names}
        self.reduced_members = names[:6]
        for name in self.reduced_members:
            self.members[name]["card"] = "reduced"
        self.names = names[6:]

    def settings(self):
        courts = "\n".join(f'{court} = "{court} court"' for court in self.courts)
        return f"""utc_offset_minutes = {self.offset}
[courts]
{courts}
[hours]
opens = 07:00:00
closes = 22:30:00
[rules]
longest_minutes = 150
days_ahead = {self.ahead}
open_bookings = {self.limit}
notice_hours = {self.notice}
late_refund_percent = {self.late}
[prices]
hour = "{self.rate:.2f}"
peak_hour = "{self.peak:.2f}"
peak_from = {self.peak_from}:00:00
peak_to = {self.peak_to}:00:00
reduced_percent = {self.reduced}
"""

    def day(self, days, clock="00:00"):
        """A time so many days from now."""
        hour, minute = clock.split(":")
        return (self.now + timedelta(days=days)).replace(hour=int(hour), minute=int(minute))

    def price(self, start, minutes, member):
        total = Decimal(0)
        for n in range(minutes // 30):
            at = start + timedelta(minutes=30 * n)
            dear = at.weekday() < 5 and self.peak_from <= at.hour < self.peak_to
            total += (self.peak if dear else self.rate) / 2
        if member in self.reduced_members:
            total = total * (100 - self.reduced) / 100
        return self.cents(total)

    @staticmethod
    def cents(amount):
        return str(amount.quantize(Decimal("0.01"), ROUND_HALF_UP))

    def made(self, number, court, start, minutes, member):
        """A line of the journal: a booking made before."""
        return {
            "op": "book",
            "at": (self.now - timedelta(days=3)).isoformat(),
            "id": number,
            "court": court,
            "start": shown(start),
            "end": shown(start + timedelta(minutes=minutes)),
            "member": member,
            "price": self.price(start, minutes, member),
            "status": "booked",
        }


def shown(moment):
    return f"{moment:%Y-%m-%dT%H:%M}"


class Desk:
    """Asks the running service; one that has been silent too often is asked no more."""

    def __init__(self, app, all_silences):
        self.app, self.silences, self.all_silences = app, 0, all_silences

    def ask(self, method, path, body=None):
        if self.silences >= MOST_SILENCES or self.all_silences[0] >= 3 * MOST_SILENCES:
            return Answer(0, "")
        answer = self.app.ask(method, path, body)
        self.silences += answer.status == 0
        self.all_silences[0] += answer.status == 0
        return answer

    def get(self, path, **query):
        return self.ask("GET", path + ("?" + urlencode(query) if query else ""))

    def book(self, court, start, minutes, member):
        start = start if isinstance(start, str) else shown(start)
        body = {"court": court, "start": start, "minutes": minutes, "member": member}
        return self.ask("POST", "/bookings", body)

    def cancel(self, number):
        return self.ask("POST", f"/bookings/{number}/cancel", {})

    def at_once(self, bodies):
        """Sends all requests but their last bytes, then these; the statuses of the answers."""
        open_ones, answers = {}, {}
        with selectors.DefaultSelector() as selector:
            for number, body in enumerate(bodies):
                content = json.dumps(body).encode()
                head = (
                    f"POST /bookings HTTP/1.1\r\nHost: 127.0.0.1:{self.app.port}\r\n"
                    "Content-Type: application/json\r\nConnection: close\r\n"
                    f"Content-Length: {len(content)}\r\n\r\n"
                )
                with suppress(OSError):
                    link = socket.create_connection(("127.0.0.1", self.app.port), 1)
                    link.settimeout(1)
                    link.sendall(head.encode() + content[:-1])
                    selector.register(link, selectors.EVENT_READ, number)
                    open_ones[number] = link
            selector.select(SETTLING)
            for link in open_ones.values():
                with suppress(OSError):
                    link.sendall(b"}")
            deadline = time.monotonic() + PATIENCE
            while open_ones and (left := deadline - time.monotonic()) > 0:
                for key, _ in selector.select(left):
                    key.fileobj.setblocking(False)
                    part = b""
                    with suppress(OSError):
                        part = key.fileobj.recv(65536)
                    text = answers.get(key.data, b"")
                    answers[key.data] = text + part
                    if not part or len(text) > 100_000:
                        selector.unregister(key.fileobj)
                        open_ones.pop(key.data).close()
            for link in open_ones.values():
                link.close()
        return [text.split(b" ", 2)[1:2] for text in answers.values()]


class Service:
    """Starts the service as the README says, each time in a folder that only it has seen."""

    def __init__(self, home, port):
        self.home, self.port, self.silences = home, port, [0]

    @contextmanager
    def folder(self, house, entries=()):
        made = tempfile.mkdtemp()
        try:
            place = Path(made)
            (place / "hall.toml").write_text(house.settings(), encoding="utf-8")
            (place / "members.json").write_text(json.dumps(house.members), encoding="utf-8")
            journal = "".join(json.dumps(entry) + "\n" for entry in entries)
            (place / "bookings.jsonl").write_text(journal, encoding="utf-8")
            for name in os.listdir(made):
                shutil.chown(place / name, "node", "node")
            shutil.chown(made, "node", "node")
            yield made
        finally:
            shutil.rmtree(made, ignore_errors=True)

    @contextmanager
    def started(self, house, folder, now=None, start=START):
        command = ["python3", *start, "--data", folder, "--port", str(self.port)]
        env = {"HALL_NOW": (now or house.now).isoformat(timespec="minutes")}
        with running(
            command, self.port, cwd=self.home, env=env, timeout=10, patience=PATIENCE
        ) as app:
            desk = Desk(app, self.silences)
            desk.silences = 0 if app.up else MOST_SILENCES
            yield desk

    @contextmanager
    def fresh(self, house, entries=(), start=START):
        with (
            self.folder(house, entries) as folder,
            self.started(house, folder, start=start) as desk,
        ):
            yield desk


def overlaps(service, house):
    """Each way in which two times can lie to each other."""
    a, b = house.names[:2]
    court, other = house.courts[:2]
    with service.fresh(house) as desk:
        first = desk.book(court, house.day(2, "12:00"), 90, a).status
        around = [("11:30", 150), ("11:30", 60), ("11:00", 90), ("12:00", 90), ("12:30", 30)]
        around += [("13:00", 60), ("11:30", 120), ("12:00", 120)]
        refused = [desk.book(court, house.day(2, at), n, b).status for at, n in around]
        fine = [
            desk.book(court, house.day(2, "13:30"), 60, b).status,
            desk.book(court, house.day(2, "11:00"), 60, b).status,
            desk.book(other, house.day(2, "11:30"), 150, a).status,
        ]
    right = first == 201 and set(refused) == {409} and set(fine) == {201}
    return right, f"a first booking: {first}, within its time: {refused}, beside it: {fine}"


def rush(service, house):
    """Several parties in the same moment, so often that nobody is lucky all the time."""
    for _ in range(4):
        found = list(moments(service, house))
        if set(found) != {(1, PARTIES - 1, 1)}:
            return False, f"(taken, refused, listed): {found}"
    return True, ""


def moments(service, house):
    with service.fresh(house, start=["-c", HASTY]) as desk:
        for n in range(8):
            court, day = house.courts[n % 4], house.day(3 + n, "12:00")
            bodies = [
                {"court": court, "start": shown(day), "minutes": 60, "member": member}
                for member in house.draw.sample(house.names, PARTIES)
            ]
            statuses = [b"".join(s).decode(errors="replace") for s in desk.at_once(bodies)]
            listed = desk.get("/bookings", court=court, day=f"{day:%Y-%m-%d}").json
            count = len(listed) if isinstance(listed, list) else None
            yield statuses.count("201"), statuses.count("409"), count


def prices(service, house):
    """At both ends of the dear hours, at the weekend, with either card."""
    full, reduced = house.names[0], house.reduced_members[0]
    early, late = house.peak_from, house.peak_to
    cases = [
        (days, f"{hour}:{half}", minutes, member)
        for days in (1, 4)
        for member in (full, reduced)
        for hour, half, minutes in [
            (early - 1, "30", 60),
            (early - 1, "00", 150),
            (late - 1, "30", 90),
            (late - 2, "30", 150),
            (early, "00", 120),
            (9, "00", 30),
        ]
    ]
    wrong = []
    with service.fresh(house) as desk:
        for days, clock, minutes, member in cases:
            start = house.day(days, clock)
            query = {"court": house.courts[0], "start": shown(start), "minutes": minutes}
            got = desk.get("/quote", **query, member=member).json
            want = {"price": house.price(start, minutes, member)}
            if got != want:
                wrong.append((f"{start:%a %H:%M}", minutes, got, want))
        start = house.day(1, f"{early - 1}:30")
        booking = desk.book(house.courts[0], start, 90, reduced).json or {}
        want = house.price(start, 90, reduced)
        if not isinstance(booking, dict) or booking.get("price") != want:
            wrong.append(("booked", booking, want))
    return not wrong, f"{wrong[:4]}"


def refunds(service, house):
    """In time, late, and just at the border; also days ahead."""
    entries, wants = [], {}
    border = house.now + timedelta(hours=house.notice)
    starts = [border, border - timedelta(minutes=30), border + timedelta(minutes=30)]
    starts += [house.now + timedelta(minutes=30 * n) for n in (2, 7)]
    starts += [house.day(days, clock) for days, clock in [(2, "12:00"), (4, "11:30"), (9, "20:00")]]
    for number, start in enumerate(starts, 1):
        court, member = house.courts[number % 4], house.names[number]
        entry = house.made(number, court, start, 60, member)
        entries.append(entry)
        price = Decimal(entry["price"])
        in_time = start - house.now >= timedelta(hours=house.notice)
        wants[number] = house.cents(price if in_time else price * house.late / 100)
    got = {}
    with service.fresh(house, entries) as desk:
        for number in wants:
            answer = desk.cancel(number)
            got[number] = answer.json.get("refund") if isinstance(answer.json, dict) else None
    wrong = [
        (f"{starts[n - 1] - house.now} before", got[n], wants[n])
        for n in wants
        if got[n] != wants[n]
    ]
    return not wrong, f"{wrong[:4]}"


def limits(service, house):
    """Cancelled and begun ones do not count, all others do."""
    member, court = house.names[0], house.courts[0]
    entries = [
        house.made(1, court, house.day(0, "08:00"), 60, member),
        house.made(2, court, house.day(0, "10:30"), 90, member),
        house.made(3, court, house.day(-1, "20:00"), 60, member),
    ]
    with service.fresh(house, entries) as desk:
        first = desk.book(court, house.day(2, "09:00"), 30, member)
        number = first.json.get("id") if isinstance(first.json, dict) else 0
        filled = [
            desk.book(court, house.day(2 + n, "09:00"), 30, member).status
            for n in range(1, house.limit)
        ]
        over = desk.book(court, house.day(8, "09:00"), 30, member).status
        gone = desk.cancel(number).status
        again = desk.book(court, house.day(8, "09:00"), 30, member).status
        over_again = desk.book(court, house.day(9, "09:00"), 30, member).status
    got = [first.status, *filled, over, gone, again, over_again]
    want = [201] * house.limit + [409, 200, 201, 409]
    return got == want, f"expected {want}, found {got}"


def restart(service, house):
    """Stops and starts the service between bookings."""
    a, b, c = house.names[:3]
    court, other = house.courts[:2]
    entries = [
        house.made(1, court, house.day(1, "12:00"), 60, a),
        house.made(2, court, house.day(1, "13:00"), 60, b),
        house.made(3, other, house.day(2, "12:00"), 60, c),
        {"op": "cancel", "at": house.now.isoformat(), "id": 2, "refund": "1.00"},
    ]

    def told(desk, number):
        value = desk.get(f"/bookings/{number}").json
        value = value if isinstance(value, dict) else {}
        return value.get("status"), value.get("member"), value.get("start")

    with service.folder(house, entries) as folder:
        with service.started(house, folder) as desk:
            kept = [told(desk, n) for n in (1, 2, 3)]
            fourth = desk.book(court, house.day(1, "13:00"), 60, c).json or {}
            gone = desk.cancel(1).status
        with service.started(house, folder) as desk:
            fifth = desk.book(other, house.day(3, "12:00"), 60, a).json or {}
            later = [told(desk, n) for n in (1, 2, 3, 4, 5)]
            twice = desk.cancel(1).status
            listed = desk.get("/bookings", court=court, day=f"{house.day(1):%Y-%m-%d}").json
    numbers = [x.get("id") if isinstance(x, dict) else None for x in (fourth, fifth)]
    day = [b.get("id") for b in listed if isinstance(b, dict)] if isinstance(listed, list) else []
    noon, one = shown(house.day(1, "12:00")), shown(house.day(1, "13:00"))
    two, three = shown(house.day(2, "12:00")), shown(house.day(3, "12:00"))
    want = [("booked", a, noon), ("cancelled", b, one), ("booked", c, two)]
    want_later = [("cancelled", a, noon), *want[1:], ("booked", c, one), ("booked", a, three)]
    right = (kept, numbers, gone, later, twice) == (want, [4, 5], 200, want_later, 409)
    return right and sorted(day) == [1, 2, 4], f"{kept} {numbers} {gone} {later} {twice} {day}"


def offsets(service, house):
    """The same moment, as seen elsewhere."""
    member, court = house.names[0], house.courts[0]
    wrong = []
    with service.fresh(house) as desk:
        for n, away in enumerate(house.draw.sample([-480, -300, 0, 330, 540], 3)):
            local = house.day(2 + n, "12:30")
            there = local + timedelta(minutes=away - house.offset)
            sign, minutes = "-" if away < 0 else "+", abs(away)
            given = f"{shown(there)}{sign}{minutes // 60:02}:{minutes % 60:02}"
            answer = desk.book(court, given, 60, member).json
            got = answer.get("start") if isinstance(answer, dict) else None
            taken = desk.book(court, local, 30, house.names[1]).status
            if (got, taken) != (shown(local), 409):
                wrong.append((given, got, shown(local), taken))
        plain = desk.book(court, house.day(5, "12:00"), 60, house.names[2]).json
        if not isinstance(plain, dict) or plain.get("start") != shown(house.day(5, "12:00")):
            wrong.append(plain)
    return not wrong, f"{wrong}"


def as_before(service, house):
    """What was right already."""
    a, b, reduced = *house.names[:2], house.reduced_members[1]
    court, other = house.courts[:2]
    entries = [house.made(1, other, house.day(0, "10:00"), 120, a)]
    got, want = [], []

    def step(found, wanted):
        got.append(found)
        want.append(wanted)

    with service.fresh(house, entries) as desk:
        for place, start, minutes, member, status in [
            ("cellar", house.day(2, "12:00"), 60, a, 404),
            (court, house.day(2, "12:00"), 60, "P-1", 404),
            (court, house.day(2, "06:30"), 60, a, 400),
            (court, house.day(2, "22:00"), 60, a, 400),
            (court, house.day(2, "12:10"), 60, a, 400),
            (court, house.day(2, "12:00"), 180, a, 400),
            (court, house.day(2, "12:00"), 45, a, 400),
            (court, "on Monday", 60, a, 400),
            (court, house.day(2, "12:00"), "60", a, 400),
            (court, house.day(0, "09:00"), 60, a, 400),
            (court, house.day(house.ahead + 1, "12:00"), 60, a, 400),
            (court, house.day(house.ahead, "12:00"), 60, a, 201),
            (court, house.day(1, "10:30"), 60, reduced, 201),
        ]:
            step((start, desk.book(place, start, minutes, member).status), (start, status))
        start = house.day(1, "10:30")
        booking = {
            "id": 3,
            "court": court,
            "start": shown(start),
            "end": shown(start + timedelta(minutes=60)),
            "member": reduced,
            "price": house.price(start, 60, reduced),
            "status": "booked",
        }
        step(desk.get("/bookings/3").json, booking)
        step(desk.get("/bookings", member=reduced).json, [booking])
        full = {"refund": booking["price"], "status": "cancelled"}
        step(desk.cancel(3).json, {**booking, **full})
        step(desk.cancel(3).status, 409)
        step(desk.get("/bookings", member=reduced).json, [{**booking, "status": "cancelled"}])
        step(desk.book(court, start, 60, b).status, 201)
        step(desk.cancel(1).status, 409)
        step(desk.cancel(77).status, 404)
        step(desk.get("/bookings/77").status, 404)
        step(desk.get("/nowhere").status, 404)
        step(desk.ask("POST", "/bookings", ["x"]).status, 400)
        names = [{"id": c, "name": f"{c} court"} for c in house.courts]
        step(desk.get("/courts").json, names)
    wrong = [(g, w) for g, w in zip(got, want, strict=True) if g != w]
    return not wrong, f"(found, expected): {wrong[:4]}"


CHECKS = [
    ("no two parties on a court, however their times lie", 0.12, overlaps),
    ("nor when they ask in the same moment", 0.16, rush),
    ("each half hour at its own price", 0.12, prices),
    ("refunds by the whole time until the start", 0.15, refunds),
    ("cancelled and begun bookings do not count", 0.12, limits),
    ("records and numbers outlast a restart", 0.15, restart),
    ("times with an offset", 0.08, offsets),
]


def verify(v: Verification) -> None:
    want = v.expected
    service = Service(want.home, want.port)
    house = House(want.draw)
    found = [(name, weight, *check(service, house)) for name, weight, check in CHECKS]
    right = sum(ok for _, _, ok, _ in found)
    kept, why = as_before(service, house)

    v.gate("something was repaired", right, cap=0.0)
    v.gate("what worked still works", kept, cap=0.6, reason=why)
    for name, weight, ok, reason in found:
        v.check(name, weight, ok, reason)
    v.check("all else as before", 0.1, kept and right >= 3, why)

    tree = read_tree(want.home)
    for path, text in vars(want.kept).items():
        if tree.text(path) != text:
            v.damage(f"{path} was changed")
    for path in sorted({*tree.files, *tree.odd} - set(vars(want.kept))):
        if path.startswith("data/"):
            v.damage(f"{path} appeared")


if __name__ == "__main__":
    main(verify)
