"""What is said of a form that is wrong."""

import pytest
from pydantic import BaseModel, Field, model_validator

from mock_platform.kit import Invalid
from mock_platform.kit.forms import checked, whole_number


class Span(BaseModel):
    first: int = Field(ge=1)
    last_day: int

    @model_validator(mode="after")
    def _in_order(self):
        if self.last_day < self.first:
            raise ValueError("the last is before the first")
        return self


def test_wrong_fields_are_named():
    with pytest.raises(Invalid) as refused:
        checked(Span, {"first": 0, "last_day": "soon"})
    assert refused.value.message == "Please look again at: first, last day."
    assert set(refused.value.fields) == {"first", "last_day"}


def test_what_is_wrong_with_the_whole_is_told():
    with pytest.raises(Invalid) as refused:
        checked(Span, {"first": 3, "last_day": 2})
    assert refused.value.message == "The last is before the first."


@pytest.mark.parametrize(
    ("text", "number"), [(" 12 ", 12), ("-1", None), ("٣", None), ("1" * 10, None), ("", None)]
)
def test_whole_numbers(text, number):
    assert whole_number(text) == number
