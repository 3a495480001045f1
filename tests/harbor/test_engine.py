from collections.abc import Sequence

import pytest

from liveclawbench.harbor.engine import engine_arguments


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        (["exec", "main", "bash", "-c", "ls"], ["exec", "c", "bash", "-c", "ls"]),
        (
            ["exec", "-T", "-w", "/", "-e", "A=main", "-u", "node", "main", "sh", "-c", "main"],
            ["exec", "-w", "/", "-e", "A=main", "-u", "node", "c", "sh", "-c", "main"],
        ),
        (["exec", "-it", "main", "bash"], None),
        (["exec", "sidecar", "ls"], None),
        (["cp", "/here/.", "main:/there"], ["cp", "/here/.", "c:/there"]),
        (["cp", "main:/there", "/here"], ["cp", "c:/there", "/here"]),
        (["cp", "sidecar:/there", "/here"], None),
        (["up", "--detach"], None),
    ],
)
def test_what_goes_to_the_engine(command: Sequence[str], wanted: list[str] | None) -> None:
    assert engine_arguments(command, "c") == wanted
