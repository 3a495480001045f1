from pathlib import Path

import pytest

from liveclawbench.images.command import Completed
from liveclawbench.images.recipe import Recipe
from liveclawbench.images.watch import Watch


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (["Error: building at STEP \"USER \": USER requires 'x'"], "USER requires 'x'"),
        (["--> Using cache 12ab", 'Error: building at STEP "RUN \\"x\\"": no user'], "no user"),
        (["no such thing", 'Error: building at STEP "RUN x": exit status 1'], "no such thing"),
        (["Error: parsing main Dockerfile: /tmp/x/Dockerfile: ENV must"], "ENV must"),
        (["panic: oh", "goroutine 20 [running]:", "x.go:3"], "the builder itself crashed"),
        (['time="x" level=error msg="+(UNHANDLED LOGLEVEL) &Step{}"', "why"], "why"),
    ],
)
def test_a_failure_shows_the_reason_and_nothing_of_the_builder(
    tmp_path: Path, said: list[str], shown: str
) -> None:
    source = tmp_path / "Dockerfile"
    source.write_text("FROM x\nUSER x\n")
    watch = Watch(Recipe("t", {}, print, source=source), lambda message: None)
    watch("STEP 2/2: USER x")
    error = watch.failure(source, Completed(1, ("STEP 2/2: USER x", *said)))
    assert (error.message, error.line) == (f"this build step failed:\n    {shown}", 2)
