from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.images import Image, ImageConfig
from liveclawbench.images.recipe import layer3

BASE = Image("base", "0" * 64, (), ImageConfig())


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"FROM liveclawbench-a-base\n# caf\xe9\n", 2, "not UTF-8"),
        (b"FROM debian\n", None, "no FROM names this task's own base"),
        (b"FROM liveclawbench-a-base\n\nRUNN x\n", 3, "no instruction 'RUNN'; did you mean RUN?"),
        (None, None, "cannot be read: No such file"),
    ],
)
def test_a_dockerfile_that_cannot_be_used_says_why(
    write_task: Callable[..., Path], content: bytes | None, line: int | None, reason: str
) -> None:
    file = write_task("a") / "environment/Dockerfile"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LiveClawError, match=reason) as caught:
        layer3(BASE, "latest", file.parents[1], "a", None)
    assert (caught.value.path, caught.value.line) == (file, line)
