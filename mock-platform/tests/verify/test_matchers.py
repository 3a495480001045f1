from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mock_platform.verify import (
    counts,
    in_words,
    mentions_amount,
    mentions_date,
    mentions_name,
    mentions_time,
)


@pytest.mark.parametrize(
    "text",
    [
        "It costs 1,240.50 in all.",
        "$1240.5",
        "1.240,50 €",
        "EUR 1 240,50",
        "1\u202f240,50",
        "€1'240.50.",
        "(1240.50)",
        "a total of £1,240.50, paid",
        "2 pieces, 1240.50 together",
    ],
)
def test_an_amount_is_recognised_in_any_usual_form(text):
    assert mentions_amount(text, Decimal("1240.50"))


@pytest.mark.parametrize(
    "text", ["11,240.50", "1240.51", "12405.0", "240.50", "1240", "order1240.50x1", "", "1,24,0.50"]
)
def test_another_amount_is_not(text):
    assert not mentions_amount(text, "1240.50")


def test_whole_amounts_need_no_decimals():
    assert mentions_amount("you get 35 back", "35.00")
    assert mentions_amount("you get €35.00.", 35)
    assert not mentions_amount("you get 350 back", 35)


@given(st.decimals(min_value=0, max_value=10**9, places=2, allow_nan=False))
def test_every_amount_is_found_in_its_own_english_and_german_forms(amount):
    english = f"{amount:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert mentions_amount(f"Total: {english} EUR.", amount)
    assert mentions_amount(f"Summe: {german} EUR", amount)


@given(st.text())
def test_no_text_breaks_the_matchers(text):
    mentions_amount(text, 5)
    mentions_date(text, date(2026, 12, 2))
    mentions_time(text, time(15, 30))
    mentions_name(text, "Anna Marlowe")


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-02",
        "on 2 December 2026",
        "Wednesday, December 2nd",
        "Dec 2, 2026",
        "2 Dec",
        "the 2nd of December",
        "02/12/2026",
        "12/02/2026",
        "2.12.2026",
        "2026/12/2",
    ],
)
def test_a_date_is_recognised(text):
    assert mentions_date(text, date(2026, 12, 2))


@pytest.mark.parametrize(
    "text", ["2026-12-03", "12 December", "December 20", "2 December 2025", "2 Decembers", "22 Dec"]
)
def test_another_date_is_not(text):
    assert not mentions_date(text, date(2026, 12, 2))


@pytest.mark.parametrize("text", ["at 15:30", "15.30 h", "15h30", "3:30 pm", "3.30 p.m.", "3:30PM"])
def test_a_time_is_recognised(text):
    assert mentions_time(text, time(15, 30))


@pytest.mark.parametrize("text", ["3:30", "15:31", "3:30 am", "115:30", "15:30:10 15:3"])
def test_another_time_is_not(text):
    assert not mentions_time(text, time(15, 30))


def test_full_hours():
    assert mentions_time("9 am", time(9))
    assert mentions_time("09:00", time(9))
    assert mentions_time("at noon", time(12))
    assert not mentions_time("9:00 pm", time(9))


@pytest.mark.parametrize(
    "text", ["Dear Anna Marlowe,", "MARLOWE, Anna", "anna  marlowe", "Ánna Marlowe"]
)
def test_a_name_is_recognised(text):
    assert mentions_name(text, "Anna Marlowe")


@pytest.mark.parametrize("text", ["Anna Marlowes", "Joanna Marlowe", "Anna", "Anna B. Marlowe"])
def test_another_name_is_not(text):
    assert not mentions_name(text, "Anna Marlowe")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("We need the list 7 working days ahead.", {7}),
        ("seven (7) full business days", {7}),
        ("for 16 people, 7 days before", {7}),
        ("7-day notice, not 4-day", {7, 4}),
        ("between 3 and 9 working days", {3, 9}),
        ("5, 6, 7 or 8 days", {5, 6, 7, 8}),
        ("five to eight days", {5, 8}),
        ("in 3 days, or in 10 working days", {3, 10}),
        ("for 15 people the day costs 900", set()),
        ("1,210 euros per day for up to 10 people", set()),
        ("two more full working days", {2}),
        ("no number of days is named", set()),
    ],
)
def test_every_number_of_a_unit_is_found(text, numbers):
    assert counts(text, "days?") == numbers


@pytest.mark.parametrize(
    "text", ["1.35k euros", "1,35k", "one thousand three hundred and fifty euros", "It is 1350."]
)
def test_an_amount_is_recognised_in_words_and_thousands(text):
    assert mentions_amount(text, 1350)
    assert not mentions_amount(text, 135)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (7, "seven"),
        (12, "twelve"),
        (18, "eighteen"),
        (40, "forty"),
        (85, "eighty five"),
        (1020, "one thousand twenty"),
        (9999, "nine thousand nine hundred ninety nine"),
    ],
)
def test_numbers_in_words(number, words):
    assert in_words(number) == words


@pytest.mark.parametrize("text", ["7 " * 30_000, "7, " * 30_000, "seven-" * 30_000, "a" * 10**6])
def test_a_long_text_takes_no_more_than_its_length(text):
    assert counts(text, "days?") == set()
