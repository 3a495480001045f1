from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.images import Store


@pytest.mark.parametrize("name", ["bad name; touch pwn", "Upper", "-o", "a:b", "dot."])
def test_a_name_that_no_image_can_have_is_told_before_anything_is_built(
    tmp_path: Path, name: str
) -> None:
    store = Store(tmp_path / "cache", progress=lambda message: pytest.fail(message))
    with pytest.raises(LiveClawError, match="no image can be named after") as caught:
        store.task(tmp_path / name, [])
    assert caught.value.path == tmp_path / name
