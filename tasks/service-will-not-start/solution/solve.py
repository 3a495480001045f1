"""Finds out what keeps the service from starting, mends that, and brings the runbook up to date.

Options leave something out or do it wrong, for the near misses.
"""

import json
import re
import shutil
import sqlite3
import sys
import tomllib
from datetime import date, timedelta
from pathlib import Path

TOLD = json.loads(Path(__file__).with_name("params.json").read_text())
HOME, NOTES = Path(TOLD["home"]), Path(TOLD["notes"])
SKIP = set(sys.argv[1:])


def settings():
    """The settings of before in the form of the new release, and what they were."""
    path = HOME / "etc" / "shelf.toml"
    old = tomllib.loads(path.read_text())
    data = HOME / old["database"]
    place = old["database"] if "--same-path" in SKIP else f"../{old['database']}"
    new = f"""name = "{old["name"]}"

[server]
port = {old["listen"]}

[storage]
path = "{place}"

[loans]
days = {old["loan_days"]}
fine_cents = {round(float(old["fine"]) * 100)}
most = {old["most_loans"]}
"""
    if "--delivered-settings" in SKIP:
        new = (HOME / "etc" / "shelf.toml.dist").read_text()
        new = new.replace("8080", str(old["listen"]))
        new = new.replace("../var/shelf.db", f"../{old['database']}")
        old["loan_days"] = 14
    path.write_text(new)
    return old, data


def data(path, days):
    """Makes the data such that they can be converted; the numbers of the loans put right."""
    if "--restore" in SKIP:
        shutil.copy(HOME / "var" / "backup" / "shelf.db", path)
    db = sqlite3.connect(path)
    if "--take-the-copy" in SKIP:
        db.executescript("DROP TABLE loans; ALTER TABLE loans_7 RENAME TO loans;")
        db.execute("PRAGMA user_version = 7")
        return []
    db.execute("DROP TABLE IF EXISTS loans_7")
    empty = db.execute("SELECT id, day FROM loans WHERE due IS NULL").fetchall()
    for number, day in empty:
        due = date.fromisoformat(day) + timedelta(days=days)
        db.execute("UPDATE loans SET due = ? WHERE id = ?", (due.isoformat(), number))
        if "--delete-incomplete" in SKIP:
            db.execute("DELETE FROM loans WHERE id = ?", (number,))
    db.commit()
    return [number for number, _ in empty]


def runbook(old, numbers):
    path = NOTES / TOLD["runbook"]
    cents = round(float(old["fine"]) * 100)
    text, _, incidents = path.read_text().partition("## Incidents")
    for was, now in [
        ("Release in use: 3.1", "Release in use: 3.2"),
        ("`database`", "`path` in `[storage]`"),
        ("`listen`", "`port` in `[server]`"),
        ("/ping", "/health"),
        ("/overdue", "/late"),
        (f'`fine = "{old["fine"]}"`', f"`fine_cents = {cents}` in `[loans]`"),
    ]:
        if "--other-words" in SKIP:
            now = now.replace("`port` in `[server]`", "server.port")
            now = now.replace("`path` in `[storage]`", "the key storage.path")
        text = text.replace(was, now)
        if "--everywhere" in SKIP:
            incidents = incidents.replace(was, now)
    listed = " and ".join(map(str, numbers))
    today = date.today()
    if "--no-incidents" not in SKIP:
        incidents += (
            f"- {today}: would not start, etc/shelf.toml was still in the form of 3.1. Rewritten.\n"
            f"- {today}: would not start, `loans_7` was left from a conversion that had stopped at "
            f"loans without a due date, {listed}. Table dropped, dates entered.\n"
        )
    path.write_text(f"{text}## Incidents{incidents}")


def main():
    old, path = settings()
    numbers = data(path, old["loan_days"])
    if "--no-runbook" not in SKIP:
        assert re.search("## Incidents", (NOTES / TOLD["runbook"]).read_text())
        runbook(old, numbers)


main()
