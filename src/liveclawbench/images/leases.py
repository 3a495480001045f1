"""Which images running programs still want: what one of them holds, no other prunes."""

import fcntl
import json
import os
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


class Leases:
    """The images that this program holds, in a file of its own that it keeps locked.

    The lock ends with the program, however that ends, so a file that can be locked is stale.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = threading.Lock()
        self._file: Path | None = None
        self._descriptor = -1
        self._held: set[str] = set()

    def hold(self, image_id: str) -> None:
        """Keep an image until `release`; the caller sees to it that nobody prunes just now."""
        with self._guard:
            if self._file is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._descriptor, name = mkstemp(dir=self._folder)
                fcntl.flock(self._descriptor, fcntl.LOCK_SH)
                self._file = Path(name)
            if image_id not in self._held:
                self._held.add(image_id)
                os.write(self._descriptor, f"{json.dumps(image_id)}\n".encode())

    def release(self) -> None:
        """Hold nothing any more."""
        with self._guard:
            if self._file is not None:
                self._file.unlink(missing_ok=True)
                os.close(self._descriptor)
                self._file = None
                self._held.clear()

    def held_by_anybody(self) -> set[str]:
        """The ids of the images that any running program holds; removes files of ended ones."""
        held: set[str] = set()
        for path in self._folder.glob("*"):
            with suppress(FileNotFoundError), path.open("rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    held.update(json.loads(line) for line in file.read().splitlines())
                else:
                    path.unlink(missing_ok=True)
        return held
