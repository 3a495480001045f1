"""The library's data, in SQLite."""

import sqlite3
import threading
from datetime import date, timedelta

from shelf.settings import Settings

ITEMS = "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL)"
LOANS = """CREATE TABLE {} (id INTEGER PRIMARY KEY, item_id INTEGER NOT NULL REFERENCES items,
member TEXT NOT NULL, day TEXT NOT NULL, due TEXT NOT NULL, returned TEXT)"""


class Refused(Exception):
    """What is not lent."""


class Storage:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lock = threading.Lock()
        settings.path.parent.mkdir(parents=True, exist_ok=True)
        self.db = sqlite3.connect(settings.path, isolation_level=None, check_same_thread=False)
        self.db.row_factory = sqlite3.Row
        self._convert()

    def _convert(self) -> None:
        version = self.db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            self.db.execute(ITEMS)
            self.db.execute(LOANS.format("loans"))
        elif version == 6:
            self.db.execute(LOANS.format("loans_7"))
            for row in self.db.execute("SELECT * FROM loans ORDER BY id").fetchall():
                self.db.execute("INSERT INTO loans_7 VALUES (?, ?, ?, ?, ?, ?)", tuple(row))
            self.db.execute("DROP TABLE loans")
            self.db.execute("ALTER TABLE loans_7 RENAME TO loans")
        self.db.execute("PRAGMA user_version = 7")

    def items(self) -> list[dict]:
        return self._all("SELECT * FROM items ORDER BY id")

    def loans(self) -> list[dict]:
        return self._all("SELECT * FROM loans ORDER BY id")

    def late(self, day: date) -> list[dict]:
        query = "SELECT * FROM loans WHERE returned IS NULL AND due < ? ORDER BY due, id"
        return self._all(query, day.isoformat())

    def lend(self, item: int, member: str, day: date) -> dict:
        with self.lock:
            if not self.db.execute("SELECT 1 FROM items WHERE id = ?", (item,)).fetchone():
                raise Refused("no such item")
            out = "SELECT count(*) FROM loans WHERE returned IS NULL AND "
            if self.db.execute(out + "item_id = ?", (item,)).fetchone()[0]:
                raise Refused("it is out")
            if self.db.execute(out + "member = ?", (member,)).fetchone()[0] >= self.settings.most:
                raise Refused(f"at most {self.settings.most} at a time")
            due = day + timedelta(days=self.settings.days)
            made = self.db.execute(
                "INSERT INTO loans (item_id, member, day, due) VALUES (?, ?, ?, ?)",
                (item, member, day.isoformat(), due.isoformat()),
            )
            return dict(
                self.db.execute("SELECT * FROM loans WHERE id = ?", (made.lastrowid,)).fetchone()
            )

    def _all(self, query: str, *values: object) -> list[dict]:
        with self.lock:
            return [dict(row) for row in self.db.execute(query, values)]
