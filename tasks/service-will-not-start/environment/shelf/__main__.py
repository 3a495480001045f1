"""python3 -m shelf --settings FILE"""

import argparse
import sys
from pathlib import Path

from shelf.settings import SettingsError, load
from shelf.storage import Storage
from shelf.web import serve

parser = argparse.ArgumentParser(prog="shelf")
parser.add_argument("--settings", type=Path, required=True)
options = parser.parse_args()
try:
    settings = load(options.settings)
except SettingsError as error:
    sys.exit(f"shelf: {options.settings}: {error}")
storage = Storage(settings)
print(f"shelf: {settings.name} on port {settings.port}", file=sys.stderr, flush=True)
serve(storage, settings)
