"""The API answers as its OpenAPI document says, whatever it is asked."""

import pytest


@pytest.mark.slow
def test_the_api_keeps_to_its_document(live):
    from contract import exercise

    assert exercise(live, "ada@plaza.example", "plum", examples=12) >= 60
