"""The books on disk."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

HEAD = "id;day;payer;amount;for;category;text"


@dataclass(frozen=True)
class Entry:
    """`amount` in cents."""

    id: int
    day: date
    payer: str
    amount: int
    whom: str
    category: str
    text: str


class Books:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = (folder / "people.txt").read_text(encoding="utf-8").splitlines()
        self.people = [name.strip() for name in names if name.strip()]

    def entries(self) -> list[Entry]:
        """All there are."""
        return [e for path in sorted(self.folder.glob("*.csv")) for e in self._read(path)]

    def entries_of(self, month: str) -> list[Entry]:
        path = self.folder / f"{month}.csv"
        return self._read(path) if path.exists() else []

    def add(self, entry: Entry, month: str) -> int:
        path = self.folder / f"{month}.csv"
        if not path.exists():
            path.write_text(HEAD + "\n", encoding="utf-8")
        number = max((e.id for e in self.entries()), default=0) + 1
        amount = f"{entry.amount / 100:.2f}"
        fields = [entry.day, entry.payer, amount, entry.whom, entry.category, entry.text]
        with path.open("a", encoding="utf-8") as file:
            file.write(";".join(str(field) for field in [number, *fields]) + "\n")
        return number

    def _read(self, path: Path) -> list[Entry]:
        lines = path.read_text(encoding="utf-8").splitlines()[1:]
        return [self._entry(line) for line in lines if line.strip()]

    def _entry(self, line: str) -> Entry:
        number, day, payer, amount, whom, category, text = line.split(";")
        if text[:1] == text[-1:] == '"' and len(text) > 1:
            text = text[1:-1].replace('""', '"')
        cents = int(Decimal(amount) * 100)
        return Entry(int(number), date.fromisoformat(day), payer, cents, whom, category, text)
