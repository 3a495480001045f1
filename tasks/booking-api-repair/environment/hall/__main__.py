"""python3 -m hall --data DIR --port PORT"""

import argparse
from pathlib import Path

from hall.bookings import Bookings
from hall.journal import Journal
from hall.server import serve
from hall.settings import load

parser = argparse.ArgumentParser(prog="hall")
parser.add_argument("--data", type=Path, required=True)
parser.add_argument("--port", type=int, required=True)
options = parser.parse_args()
serve(Bookings(load(options.data), Journal(options.data / "bookings.jsonl")), options.port)
