"""What a running program holds is known to others, and no longer when it has ended."""

import subprocess
import sys
from pathlib import Path

from liveclawbench.images.leases import Leases

HOLD = """
import sys
from pathlib import Path
from liveclawbench.images.leases import Leases
leases = Leases(Path(sys.argv[1]))
leases.hold("theirs")
print("held", flush=True)
sys.stdin.read()
"""


def test_what_is_held_is_told_until_it_is_released(tmp_path: Path) -> None:
    ours, others = Leases(tmp_path / "leases"), Leases(tmp_path / "leases")
    assert others.held_by_anybody() == set()
    for image in ("one", "two", "one"):
        ours.hold(image)
    assert others.held_by_anybody() == {"one", "two"}
    ours.release()
    assert others.held_by_anybody() == set()
    ours.hold("three")
    assert others.held_by_anybody() == {"three"}


def test_a_program_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert Leases(tmp_path).held_by_anybody() == {"theirs"}
        other.kill()
    assert Leases(tmp_path).held_by_anybody() == set()
    assert list(tmp_path.iterdir()) == []
