"""Facts in prose, matched as values: amounts, dates, times of day, names."""

import re
import unicodedata
from datetime import date, time
from decimal import Decimal

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_TEENS = [f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")]
_BETWEEN = r"(?:full|clear|whole|more|further|working|business|calendar|week)"
_NUMBER = rf"\b(?:\d{{1,6}}|{'|'.join(_NUMBERS)})\b"


def amounts(text: str) -> set[Decimal]:
    """Every amount that the numbers of a text can mean: `1,240.50`, `$1240.5`, `1.240,50 €`.

    `1.240` may be either, so both readings are in the set.
    """
    found: set[Decimal] = set()
    for match in re.finditer(r"(?<![\d\w])\d[\d.,'\u00a0\u202f ]*", _spaced(text)):
        for token in re.split(r"[ ](?!\d{3}(?!\d))", match.group().strip()):
            found |= _readings(token.strip(".,' "))
    for thousands in re.findall(r"(?<![\w.,])(\d{1,6}(?:[.,]\d{1,3})?) ?[kK]\b", text):
        found.add(Decimal(thousands.replace(",", ".")) * 1000)
    return found


def mentions_amount(text: str, amount: Decimal | str | int) -> bool:
    """Whether the text holds this amount in any usual form, `1.2k` and words included."""
    value = Decimal(amount)
    if value in amounts(text):
        return True
    if value != int(value) or not 13 <= value < 10_000:
        return False
    return f" {in_words(int(value))} " in _plain_words(text)


def in_words(number: int) -> str:
    """A number below 10,000 in words, without `and` or hyphens: `one thousand twenty five`."""
    if number < len(_NUMBERS):
        return _NUMBERS[number]
    if number < 20:
        return _TEENS[number - 13]
    for size, name in ((1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f" {in_words(number % size)}" if number % size else ""
            return f"{in_words(number // size)} {name}{rest}"
    unit = f" {_NUMBERS[number % 10]}" if number % 10 else ""
    return _TENS[number // 10 - 2] + unit


def counts(text: str, unit: str) -> set[int]:
    """Every number that a text gives of a unit (a pattern, such as `days?`).

    `7 working days`, `seven (7) full business days`, but not `12 people a day`; a list or range
    gives each of its numbers, so that naming many values is told from naming one.
    """
    joint = r"\)? ?(?:,|/|-|–|—|\(|to|or|and|through|through to|, or) ?"
    words = rf"\)?[ -]{{1,3}}(?:{_BETWEEN}[ -]){{0,3}}"
    listed = rf"((?:{_NUMBER}{joint}){{0,30}}{_NUMBER}){words}(?:{unit})\b"
    found = (number for m in re.finditer(listed, fold(text)) for number in _numbers(m[1]))
    return set(found)


def _plain_words(text: str) -> str:
    words = re.findall(r"[a-z]+", fold(text))
    return f" {' '.join(word for word in words if word != 'and')} "


def _numbers(text: str) -> list[int]:
    words = re.findall(_NUMBER, text)
    return [int(word) if word.isdigit() else _NUMBERS.index(word) for word in words]


def mentions_date(text: str, wanted: date) -> bool:
    """`2026-12-02`, `2 December 2026`, `Dec 2nd`, `2.12.2026`, `02/12/2026` (either order)."""
    folded = fold(text)
    month = _MONTHS[wanted.month - 1]
    name = (
        rf"(?:{month}|{month[:3]}\.?|sept\.?)"
        if wanted.month == 9
        else rf"(?:{month}|{month[:3]}\.?)"
    )
    year = rf"(?:,?\s+{wanted.year}\b|(?!,?\s+\d{{4}}))"
    day = rf"0?{wanted.day}(?:st|nd|rd|th)?"
    numeric = rf"(?:0?{wanted.day}[./-]0?{wanted.month}|0?{wanted.month}[./-]0?{wanted.day})"
    patterns = (
        rf"\b{wanted.year}[-/.]0?{wanted.month}[-/.]0?{wanted.day}(?!\d)",
        rf"\b{numeric}[./-](?:{wanted.year}|{wanted.year % 100:02})(?!\d)",
        rf"\b{day}(?:\s+of)?\s+{name}(?![a-z]){year}",
        rf"\b{name}\s+{day}(?![\d:]){year}",
    )
    return any(re.search(pattern, folded) for pattern in patterns)


def mentions_time(text: str, wanted: time) -> bool:
    """`15:30`, `15.30`, `15h30`, `3:30 pm`, `3 pm` for a full hour."""
    folded = fold(text)
    minute = f"{wanted.minute:02}"
    hour, half = wanted.hour % 12 or 12, "p" if wanted.hour >= 12 else "a"
    suffix = rf"\s*{half}\.?m\b"
    patterns = [
        rf"(?<![\d:.]){wanted.hour:02}[:.h]{minute}(?![\d:]|\s*[ap]\.?m\b)",
        rf"(?<![\d:.])0?{hour}[:.]{minute}{suffix}",
    ]
    if wanted.hour < 10:
        patterns.append(rf"(?<![\d:.]){wanted.hour}[:.h]{minute}(?![\d:]|\s*[ap]\.?m\b)")
    if wanted.minute == 0:
        patterns.append(rf"(?<![\d:.])0?{hour}{suffix}")
        if wanted.hour == 12:
            patterns.append(r"\bnoon\b")
    return any(re.search(pattern, folded) for pattern in patterns)


def mentions_name(text: str, name: str) -> bool:
    """A name in either order (`Anna Marlowe`, `Marlowe, Anna`), whatever case and accents."""
    parts = fold(name).split()
    orders = [parts] if len(parts) < 2 else [parts, [parts[-1] + ",?", *parts[:-1]]]
    for order in orders:
        pattern = r"\s+".join(
            re.escape(p.removesuffix(",?")) + (",?" if p.endswith(",?") else "") for p in order
        )
        if re.search(rf"(?<!\w){pattern}(?!\w)", fold(text)):
            return True
    return False


def fold(text: str) -> str:
    """Lower case, no accents, single spaces."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"\s+", " ", plain).casefold().strip()


def _spaced(text: str) -> str:
    return re.sub(r"[\u00a0\u202f]", " ", text)


def _readings(token: str) -> set[Decimal]:
    token = token.replace(" ", "").replace("'", "")
    if not token or not token[0].isdigit():
        return set()
    readings = set()
    for thousands, point in ((",", "."), (".", ",")):
        whole, _, fraction = token.partition(point)
        groups = whole.split(thousands)
        well_grouped = len(groups) == 1 or (all(len(g) == 3 for g in groups[1:]) and groups[0])
        if well_grouped and (fraction.isdigit() or not fraction) and thousands not in fraction:
            readings.add(Decimal("".join(groups) + (f".{fraction}" if fraction else "")))
    return readings
