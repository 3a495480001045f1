"""The journal on disk: a line for each booking made or cancelled."""

import json
import os
from collections.abc import Iterator
from pathlib import Path


class Journal:
    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self) -> Iterator[dict]:
        if self.path.exists():
            with self.path.open(encoding="utf-8") as file:
                for line in file:
                    if line.strip():
                        yield json.loads(line)

    def append(self, entry: dict) -> None:
        """On disk when it returns: what was confirmed must survive a power cut."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
