# expect 0.7..0.8: all done, but tried out on the real data
python3 /solution/solve.py
cd /workspace/hall && python3 - <<"END"
import json, os
from pathlib import Path
from hall.bookings import Bookings
from hall.journal import Journal
from hall.settings import load
os.environ["HALL_NOW"] = "2026-03-20T09:00"
data = Path("data")
hall = load(data)
desk = Bookings(hall, Journal(data / "bookings.jsonl"))
desk.book(list(hall.courts)[0], "2026-03-21T12:00", 60, list(hall.members)[0])
END
