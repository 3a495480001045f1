"""Temporary folders that do not outlive a killed process for long."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from liveclawbench.paths import cache_dir


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder, removed at the end; those that killed processes left are removed first.

    Its owner holds a lock on it, which ends with the process however that ends.
    """
    root = cache_dir() / "scratch"
    root.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        with _locked(root):  # nobody sweeps away a folder that has no lock yet
            _sweep(root)
            folder = Path(tempfile.mkdtemp(dir=root))
            stack.enter_context(_locked(folder))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        yield folder


@contextmanager
def _locked(folder: Path, *, wait: bool = True) -> Iterator[None]:
    """BlockingIOError if another has the lock and we do not wait."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(descriptor)


def _sweep(root: Path) -> None:
    for folder in root.iterdir():
        with suppress(OSError), _locked(folder, wait=False):
            shutil.rmtree(folder, ignore_errors=True)
