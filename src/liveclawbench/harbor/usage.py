"""How much memory a trial takes, sampled while it runs."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from liveclawbench.sandbox import Sandbox, SandboxError

FILE: Final = "usage.json"
_EVERY: Final = 0.5


class Meter:
    """Watches a running sandbox until `stop`; `peak` is in bytes, None where nothing counts it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.peak: int | None = None
        self._sandbox = sandbox
        self._watching = asyncio.ensure_future(self._watch())

    async def stop(self) -> None:
        self._watching.cancel()
        with suppress(asyncio.CancelledError):
            await self._watching

    def write(self, folder: Path) -> None:
        """Leave the peak in the trial's folder, where results are read from."""
        (folder / FILE).write_text(json.dumps({"peak_memory_bytes": self.peak}) + "\n")

    async def _watch(self) -> None:
        while True:
            try:
                held = await self._sandbox.resident()
            except SandboxError:
                return
            if held is None:
                return
            self.peak = max(held, self.peak or 0)
            await asyncio.sleep(_EVERY)
