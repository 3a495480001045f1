"""The kitty of a shared house: a program that reckons wrong, and books that it has spoilt."""

from calendar import monthrange
from datetime import date
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario

HOME = "/workspace/kitty"
HEAD = "id;day;payer;amount;for;category;text"
MONTHS = [(2025, 11), (2025, 12), (2026, 1), (2026, 2), (2026, 3)]
THINGS = {
    "food": ["bread", "rice and lentils", "the vegetable box", "coffee", "market", "oil"],
    "house": ["lamp for the hall", "mop", "bin bags", "new lock", "paint", "hooks"],
    "energy": ["wood", "gas bottle", "power, the instalment", "chimney sweep"],
    "fun": ["film evening", "board game", "seeds", "badminton net", "candles"],
    "travel": ["tram tickets", "van for a day", "bicycle tube", "ferry"],
}
LISTS = ["flour; yeast; salt", "nails; a hammer", "cups; two plates", "soap; sponges; a brush"]
SAID = 'paint, "sea mist"; two tins'


def cents(amount: int) -> str:
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if ";" in text or '"' in text else text


class Kitty:
    """The entries, and the lines in which they stand, spoilt here and there."""

    def __init__(self, draw: Draw, people: list[str]) -> None:
        self.draw, self.people = draw, people
        self.entries: list[dict[str, Any]] = []
        for index, month in enumerate(MONTHS):
            for _ in range(draw.integer(17, 23)):
                self.entries.append(self.any(index, month))
        for number, entry in enumerate(self.entries, draw.integer(100, 150)):
            entry["id"] = str(number)

    def any(self, index: int, month: tuple[int, int]) -> dict[str, Any]:
        draw = self.draw
        category = draw.choice(list(THINGS))
        late = index > 0 and draw.chance(0.1)
        year, number = MONTHS[index - 1] if late else month
        last = monthrange(year, number)[1]
        day = draw.integer(25 if late else 1, last)
        amount = draw.integer(150, 9000) * (-1 if draw.chance(0.08) else 1)
        whom = "all"
        if draw.chance(0.35):
            some = draw.sample(self.people, draw.integer(2, 3))
            whom = "+".join(name + draw.choice(["", "", "*2"]) for name in some)
        return {
            "file": f"{month[0]}-{month[1]:02}.csv",
            "day": date(year, number, day).isoformat(),
            "payer": draw.choice(self.people),
            "amount": cents(amount),
            "for": whom,
            "category": category,
            "text": draw.choice(THINGS[category]),
        }

    def line(self, entry: dict[str, Any], **other: str) -> str:
        got = {**entry, "text": quoted(entry["text"]), **other}
        return ";".join(got[key] for key in HEAD.split(";"))

    def files(self) -> tuple[dict[str, str], list[str]]:
        """The files, spoilt, and the numbers of the entries that are."""
        draw = self.draw
        names = [f"{y}-{m:02}.csv" for y, m in MONTHS]
        inner = {name: [e for e in self.entries if e["file"] == name][1:-1] for name in names}
        places = draw.sample(names, 3)
        glued = [draw.choice(inner[name]) for name in places[:2]]
        for entry in glued:
            after = self.entries[self.entries.index(entry) + 1]
            draw.require(entry["file"] == after["file"], "two entries of one file")
        taken = [*glued, *(self.entries[self.entries.index(e) + 1] for e in glued)]
        free = draw.shuffle([e for name in names for e in inner[name] if e not in taken])
        bare, sound = free[:2], free[2:4]
        comma, small = free[4], free[5]
        for entry, text in zip([*bare, sound[0]], draw.sample(LISTS, 3), strict=True):
            entry["text"] = text
        sound[1]["text"] = SAID
        draw.require(small["payer"].lower() != small["payer"], "a name with a capital")
        found = {}
        for name in names:
            text = HEAD + "\n"
            for entry in self.entries:
                if entry["file"] != name:
                    continue
                other = {}
                if entry in bare:
                    other = {"text": entry["text"]}
                elif entry is comma:
                    other = {"amount": entry["amount"].replace(".", ",")}
                elif entry is small:
                    other = {"payer": entry["payer"].lower()}
                text += self.line(entry, **other) + ("" if entry in glued else "\n")
            found[name] = text
        spoilt = [e["id"] for e in [*taken, *bare, comma, small]]
        draw.require(len(set(spoilt)) == 8, "eight spoilt entries")
        found[names[-1]] = found[names[-1]].removesuffix("\n")
        return found, spoilt


@scenario
def build(draw: Draw) -> Scenario:
    persons = draw.world().people(6)
    names = [person.first for person in persons]
    draw.require(len(set(names)) == 6 and all(name.isalpha() for name in names), "six first names")
    people, owner = names[:5], names[0]
    kitty = Kitty(draw, people)
    files, spoilt = kitty.files()
    columns = ["id", "day", "payer", "amount", "for", "category", "text"]
    last = f"{MONTHS[-1][0]}-{MONTHS[-1][1]:02}"
    return Scenario(
        instruction=f"""
            We keep the kitty of our house with a little program in {HOME}; the README there says
            how the books are written and what the commands do. Since {names[1]} and I have been
            entering things, both with the program and by hand, it has gone downhill:
            `balance` now ends in a ValueError, and before that the balances were some cents off
            nothing, and the sum for a month was never quite what I got with a pencil.

            Please put both in order. The books, in {HOME}/books, should read as the README says,
            with every entry that was made still in them, with its number, as it was meant: none
            lost, none altered, none added. And the program should do what the README
            promises, also with what's going to be entered from now on, so that we don't end up
            like this again in April. Whatever it does right today, it should go on doing the same
            way.
        """,
        files={
            "books/people.txt": "\n".join(people) + "\n",
            **{f"books/{name}": text for name, text in files.items()},
        },
        told={"home": HOME},
        expected={
            "home": HOME,
            "draw": draw.integer(1, 10**9),
            "owner": owner,
            "months": ["2025-12", "2026-01", "2026-02", last],
            "people": people,
            "spoilt": spoilt,
            "entries": [[entry[key] for key in columns] for entry in kitty.entries],
        },
    )
