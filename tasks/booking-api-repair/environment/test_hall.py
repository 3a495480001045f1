"""python3 -m unittest"""

import json
import os
import tempfile
import unittest
from pathlib import Path

from hall.bookings import Bookings, Refused
from hall.journal import Journal
from hall.settings import load

SETTINGS = """
utc_offset_minutes = 0
[courts]
a = "Court A"
b = "Court B"
[hours]
opens = 08:00:00
closes = 22:00:00
[rules]
longest_minutes = 120
days_ahead = 14
open_bookings = 3
notice_hours = 12
late_refund_percent = 50
[prices]
hour = "20.00"
peak_hour = "30.00"
peak_from = 17:00:00
peak_to = 20:00:00
reduced_percent = 25
"""
MEMBERS = {"M-1": {"name": "Ada", "card": "full"}, "M-2": {"name": "Bo", "card": "reduced"}}


class HallTest(unittest.TestCase):
    def setUp(self) -> None:
        os.environ["HALL_NOW"] = "2026-02-03T09:00"
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "hall.toml").write_text(SETTINGS)
        (self.folder / "members.json").write_text(json.dumps(MEMBERS))
        self.hall = self.started()

    def started(self) -> Bookings:
        return Bookings(load(self.folder), Journal(self.folder / "bookings.jsonl"))

    def refused(self, status: int, *booking: object) -> None:
        found = None
        try:
            self.hall.book(*booking)
        except Refused as refusal:
            found = refusal.status
        assert found == status

    def test_a_court_is_booked_and_is_taken_then(self) -> None:
        booking = self.hall.book("a", "2026-02-04T10:00", 60, "M-1")
        assert (booking.id, str(booking.price)) == (1, "20.00")
        self.refused(409, "a", "2026-02-04T10:00", 60, "M-2")
        self.refused(409, "a", "2026-02-04T10:30", 60, "M-2")
        self.hall.book("a", "2026-02-04T11:00", 60, "M-2")
        self.hall.book("b", "2026-02-04T10:00", 60, "M-2")

    def test_prices(self) -> None:
        assert str(self.hall.quote("a", "2026-02-04T18:00", 60, "M-1")) == "30.00"
        assert str(self.hall.quote("a", "2026-02-07T18:00", 60, "M-1")) == "20.00"
        assert str(self.hall.quote("a", "2026-02-04T10:00", 90, "M-2")) == "22.50"

    def test_hours(self) -> None:
        self.refused(400, "a", "2026-02-04T07:30", 60, "M-1")
        self.refused(400, "a", "2026-02-04T21:30", 60, "M-1")
        self.refused(400, "a", "2026-02-04T10:15", 60, "M-1")

    def test_cancelling_gives_the_court_back(self) -> None:
        booking = self.hall.book("a", "2026-02-03T20:00", 60, "M-1")
        _, refund = self.hall.cancel(booking.id)
        assert str(refund) == "10.00"
        self.hall.book("a", "2026-02-03T20:00", 60, "M-2")

    def test_bookings_survive_a_restart(self) -> None:
        booking = self.hall.book("a", "2026-02-04T10:00", 60, "M-1")
        assert self.started().get(booking.id) == booking


if __name__ == "__main__":
    unittest.main()
