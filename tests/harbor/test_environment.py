from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.harbor.environment import services

WriteTask = Callable[..., Path]


def test_the_services_of_a_task(write_task: WriteTask) -> None:
    assert services(write_task("mail", services=["shop", "email"])) == ("shop", "email")


@pytest.mark.parametrize("names", ['["shop", "shop"]', '["nope"]', "[1]", "7"])
def test_harbor_is_told_too_of_services_that_cannot_be_started(
    write_task: WriteTask, names: str
) -> None:
    path = write_task("mail") / "task.toml"
    path.write_text(path.read_text().replace("services = []", f"services = {names}"))
    with pytest.raises(LiveClawError) as caught:
        services(path.parent)
    assert caught.value.path == path
