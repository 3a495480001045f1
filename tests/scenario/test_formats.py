import json
import tomllib
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from liveclawbench.scenario.formats import faults_text, json_text

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
documents = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


class Row(BaseModel):
    id: int
    name: str = "none"
    price: Decimal = Decimal(0)


@given(documents)
def test_json_reads_back(document: object) -> None:
    assert json.loads(json_text(document)) == document


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_lacks_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({"x": number})


def test_a_record_has_a_line_of_its_own_and_holds_what_was_set() -> None:
    rows = [Row(id=1, price=Decimal("2.50")), {"id": 2, "tags": ["a", "b"]}]
    assert json_text({"products": rows, "empty": []}) == (
        "{\n"
        '"products": [\n'
        '{"id": 1, "price": "2.50"},\n'
        '{"id": 2, "tags": ["a", "b"]}\n'
        "],\n"
        '"empty": []\n'
        "}\n"
    )


def test_what_is_not_data_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        json_text({"x": object()})


TRICKY = 'ab .#="\x27\\\n\r\t\x00\x1b\x7f\x85é—😀'
keys = st.text(alphabet=TRICKY, min_size=1)
toml_values = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=TRICKY),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=50)
@given(st.lists(st.dictionaries(keys, toml_values, max_size=4), min_size=1, max_size=2))
def test_faults_read_back(faults: list[dict[str, object]]) -> None:
    assert tomllib.loads(faults_text(faults))["fault"] == faults


def test_a_fault_reads_as_one_would_write_it() -> None:
    fault = {"id": "sold-out", "nth": 1, "when": {"sku": "W-1"}, "set": {"stock": 0}}
    assert faults_text([fault]) == (
        '[[fault]]\nid = "sold-out"\nnth = 1\nwhen = { sku = "W-1" }\nset = { stock = 0 }\n'
    )
