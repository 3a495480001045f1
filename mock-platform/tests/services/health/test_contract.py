"""The API answers as its OpenAPI document says, whatever it is asked."""

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("who", ["ada@pier.example", "iris@practice.example"])
def test_the_api_keeps_to_its_document(live, who):
    from contract import exercise

    assert exercise(live, who, "plum", examples=12) >= 90
