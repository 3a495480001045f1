"""Pipes between a command inside a sandbox and an event loop here."""

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

_CHUNK = 1 << 16
_GRACE = 0.1


class Output:
    """Collects what is written to `end`, up to `most` bytes; more is read and dropped."""

    def __init__(self, most: int, listener: Callable[[bytes], None] | None = None) -> None:
        self._start, self.end = os.pipe()
        os.set_blocking(self._start, False)
        self._most = most
        self._listener = listener
        self._chunks: list[bytes] = []
        self._size = 0
        self._loop = asyncio.get_running_loop()
        self._complete = asyncio.Event()
        self._loop.add_reader(self._start, self._read)

    def _read(self) -> None:
        try:
            chunk = os.read(self._start, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._loop.remove_reader(self._start)
            self._complete.set()
            return
        if self._listener is not None:
            self._listener(chunk)
        if self._size < self._most:
            self._chunks.append(chunk[: self._most - self._size])
        self._size += len(chunk)

    def started(self) -> None:
        """The command has its own copy of the end that is written to."""
        os.close(self.end)
        self.end = -1

    async def collected(self) -> str:
        """All there is, once every writer is gone or, the command having ended, soon after."""
        try:
            await asyncio.wait_for(self._complete.wait(), _GRACE)
        except TimeoutError:
            self._read()  # something it left behind holds the pipe open
        text = b"".join(self._chunks).decode(errors="replace")
        dropped = self._size - self._most
        return f"{text}\n[{dropped} more bytes]" if dropped > 0 else text

    def close(self) -> None:
        if self.end >= 0:
            self.started()
        if self._start >= 0:
            self._loop.remove_reader(self._start)
            os.close(self._start)
            self._start = -1


class Signal:
    """A pipe on which a process tells us something once, or ends without."""

    def __init__(self) -> None:
        self._start, self.end = os.pipe()
        os.set_blocking(self._start, False)

    def sent(self) -> None:
        """The process has its own copy of the end that is written to."""
        os.close(self.end)
        self.end = -1

    async def first(self) -> bytes:
        """What is written first; empty if every writer has gone."""
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(self._start, readable.set)
        try:
            await readable.wait()
            return os.read(self._start, _CHUNK)
        finally:
            loop.remove_reader(self._start)

    async def document(self) -> Any:
        """The JSON document that is written."""
        text = b""
        while chunk := await self.first():
            text += chunk
            with suppress(ValueError):
                return json.loads(text)
        raise ValueError(f"no JSON document: {text!r}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._start)
        if self.end >= 0:
            os.close(self.end)
