"""Are the books whole again, and does the program do what its README says, on books drawn here?"""

import csv
import os
import random
import shutil
import tempfile
from contextlib import contextmanager
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from mock_platform.verify import Finished, Verification, main, read_tree, run_program

HEAD = ["id", "day", "payer", "amount", "for", "category", "text"]
TIMEOUT = 10
MOST_HANGS = 3
LONGEST = 500_000


def rows_of(text):
    """The entries of a file that reads as the README says, else None."""
    if text is None or len(text) > LONGEST or "\0" in text:
        return None
    try:
        rows = list(csv.reader(text.lstrip("\ufeff").splitlines(), delimiter=";", strict=True))
    except csv.Error:
        return None
    rows = [row for row in rows if row]
    return rows[1:] if rows and rows[0] == HEAD else None


def sound(row):
    """An entry in one form, or None where it is against the README."""
    if len(row) != len(HEAD):
        return None
    number, day, payer, amount, whom, category, text = row
    if "," in amount:
        return None
    try:
        return (
            str(int(number)),
            date.fromisoformat(day).isoformat(),
            payer,
            f"{Decimal(amount):.2f}",
            whom,
            category,
            text.strip(),
        )
    except (ValueError, InvalidOperation):
        return None


def read_books(home):
    """The entries that read as the README says, and the lines and files that do not."""
    tree = read_tree(f"{home}/books")
    found, bad = [], []
    for name in sorted(tree.files):
        if name.endswith(".csv") and "/" not in name:
            rows = rows_of(tree.text(name))
            if rows is None:
                bad.append(name)
                continue
            for row in rows:
                entry = sound(row)
                found.append(entry) if entry else bad.append(f"{name}: {row}"[:150])
    return found, bad, tree.text("people.txt")


def cents(text):
    return int(Decimal(text) * 100)


def shown(amount):
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def shares(entry, people):
    amount, whom = cents(entry[3]), entry[4]
    parts = dict.fromkeys(people, 1)
    if whom != "all":
        parts = {p.partition("*")[0]: int(p.partition("*")[2] or 1) for p in whom.split("+")}
    sign, size, whole = (-1 if amount < 0 else 1), abs(amount), sum(parts.values())
    found = {name: size * parts[name] // whole for name in people if name in parts}
    for name in list(found)[: size - sum(found.values())]:
        found[name] += 1
    return {name: sign * share for name, share in found.items()}


def balance(entries, people):
    found = dict.fromkeys(people, 0)
    for entry in entries:
        found[entry[2]] += cents(entry[3])
        for name, share in shares(entry, people).items():
            found[name] -= share
    return [(name, shown(found[name])) for name in people]


def month(entries, which):
    spent = {}
    for entry in entries:
        if entry[1].startswith(which):
            spent[entry[5]] = spent.get(entry[5], 0) + cents(entry[3])
    return [(c, shown(spent[c])) for c in sorted(spent)] + [("total", shown(sum(spent.values())))]


def table(done):
    """The lines of what a command printed: name and amount, and whether it ended well."""
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    return [tuple(line.rsplit(None, 1)) for line in lines] if done.status == 0 else done.status


class Program:
    """Runs the program as it was left; one that has hung too often is run no more."""

    def __init__(self, home):
        self.home, self.hangs = home, 0

    def __call__(self, books, *arguments, today="2031-05-20"):
        if self.hangs >= MOST_HANGS:
            return Finished(None, "", "")
        command = ["python3", "-m", "kitty", "--books", books, *arguments]
        env = {"KITTY_TODAY": today}
        done = run_program(command, cwd=self.home, env=env, timeout=TIMEOUT)
        self.hangs += done.status is None
        return done

    def add(self, books, entry, today):
        names = ["--day", "--payer", "--amount", "--for", "--category", "--text"]
        given = [f"{name}={value}" for name, value in zip(names, entry[1:], strict=True)]
        return self(books, "add", *given, today=today)


class House:
    """People and entries of the verifier's own."""

    NAMES = ("Wren", "Abel", "Tove", "Ilse", "Marek", "Quin", "Bea", "Yusuf")

    def __init__(self, number):
        self.draw = draw = random.Random(number)
        self.people = draw.sample(self.NAMES, draw.randint(5, 7))
        self.next = draw.randint(300, 900)

    def entry(self, day, amount, whom="all", category=None, text=None):
        self.next += 1
        return (
            str(self.next),
            day,
            self.draw.choice(self.people),
            shown(amount),
            whom,
            category or self.draw.choice(["attic", "barn", "cellar"]),
            text or self.draw.choice(["rope", "two planks"]),
        )

    def amount(self):
        return self.draw.randint(300, 8000)

    def some(self):
        chosen = self.draw.sample(self.people, self.draw.randint(2, 4))
        return "+".join(name + self.draw.choice(["", "*2", "*3"]) for name in chosen)

    @contextmanager
    def books(self, files):
        made = tempfile.mkdtemp()
        try:
            place = Path(made)
            (place / "people.txt").write_text("\n".join(self.people) + "\n", encoding="utf-8")
            for name, entries in files.items():
                with (place / name).open("w", encoding="utf-8", newline="") as file:
                    writer = csv.writer(file, delimiter=";", lineterminator="\n")
                    writer.writerows([HEAD, *entries])
            for name in os.listdir(made):
                shutil.chown(place / name, "node", "node")
            shutil.chown(made, "node", "node")
            yield made
        finally:
            shutil.rmtree(made, ignore_errors=True)


def shares_out(program, house):
    """What does not divide evenly, with and without shares, paid and paid back."""
    files = {
        name: [
            house.entry(f"{name[:7]}-{n + 1:02}", house.amount() * sign, whom)
            for n, (sign, whom) in enumerate(
                [(1, "all"), (-1, "all"), (1, house.some()), (-1, house.some()), (1, "all")]
            )
        ]
        for name in ("2031-01.csv", "2031-02.csv", "2031-03.csv")
    }
    everything = [entry for entries in files.values() for entry in entries]
    with house.books(files) as books:
        got = table(program(books, "balance"))
        paid = program(books, "settle")
    want = balance(everything, house.people)
    even = settled(paid, want)
    return got == want and even, f"expected {want}, found {got}; settled: {even}"


def settled(done, balances):
    """Whether the payments even everything out, and are fewer than the people."""
    left = {name: cents(amount) for name, amount in balances}
    lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
    if done.status != 0 or len(lines) >= len(left):
        return False
    for line in lines:
        if len(line) != 4 or line[1] != "pays" or not {line[0], line[2]} <= set(left):
            return False
        try:
            amount = cents(line[3])
        except (InvalidOperation, ValueError, OverflowError):
            return False
        left[line[0]] += amount
        left[line[2]] -= amount
    return not any(left.values())


def months(program, house):
    """The last day, what was entered late, what came back."""
    january = [house.entry(f"2031-01-{day}", house.amount()) for day in ("01", "14", "31")]
    february = [
        house.entry("2031-01-31", house.amount()),
        house.entry("2031-01-09", -house.amount()),
        house.entry("2031-02-28", house.amount()),
        house.entry("2031-02-28", house.amount(), category="only back"),
        house.entry("2031-02-03", -house.amount(), category="only back"),
    ]
    april = [
        house.entry("2031-01-30", house.amount(), category="late"),
        house.entry("2031-03-05", -house.amount(), category="back"),
        house.entry("2030-12-31", house.amount()),
    ]
    files = {"2031-01.csv": january, "2031-02.csv": february, "2031-04.csv": april}
    everything = [*january, *february, *april]
    wrong = []
    with house.books(files) as books:
        for which in ("2031-01", "2031-02", "2031-03", "2030-12"):
            got, want = table(program(books, "month", which)), month(everything, which)
            if got != want:
                wrong.append((which, got, want))
    return not wrong, f"(month, found, expected): {wrong[:2]}"


def entering(program, house):
    """A file without a line end, texts with semicolons and quotation marks, a new file."""
    one = house.people[0]
    old = [house.entry(f"2031-05-0{n}", house.amount(), one) for n in (2, 3)]
    texts = ["oak; ash; elm", 'the "big" saw', '"all" of it', 'nails; "long"', "plain;", '"']
    new = [
        house.entry(f"2031-05-{n + 4:02}", house.amount(), house.people[n % 3], text=text)
        for n, text in enumerate(texts)
    ]
    late = house.entry("2031-05-31", -house.amount(), one)
    everything = [*old, *new, late]
    with house.books({"2031-05.csv": old}) as books:
        path = Path(books) / "2031-05.csv"
        os.truncate(path, path.stat().st_size - 1)
        numbers = [program.add(books, entry, "2031-05-20") for entry in new]
        numbers.append(program.add(books, late, "2031-06-02"))
        found, bad, _ = read_books_in(books)
        got = table(program(books, "balance"))
    printed = [done.stdout.strip() for done in numbers]
    want = balance(everything, house.people)
    cells = {tuple(entry) for entry in everything}
    right = printed == [e[0] for e in [*new, late]] and set(found) == cells and not bad
    right = right and len(found) == len(everything) and got == want
    return right, f"numbers {printed}, {len(found)} entries read, unreadable: {bad[:3]}, {got}"


def read_books_in(folder):
    """Like `read_books`, of a folder that is given the program."""
    tree = read_tree(folder)
    found, bad = [], []
    for name in sorted(tree.files):
        if name.endswith(".csv"):
            for row in rows_of(tree.text(name)) or [[name]]:
                entry = sound(row)
                found.append(entry) if entry else bad.append(str(row)[:100])
    return found, bad, None


def as_before(program, house):
    """What was right already."""
    whole = len(house.people) * 100
    first, second = house.people[:2]
    entries = [
        house.entry("2031-04-02", whole * 3, text="rope"),
        house.entry("2031-04-12", whole * 2, f"{first}+{second}", category="attic", text="glue"),
        house.entry("2031-04-20", whole * 6, f"{second}*2+{first}", text="say what"),
    ]
    wrong = []

    def step(what, got, want):
        if got != want:
            wrong.append((what, got, want))

    with house.books({"2031-04.csv": entries}) as books:
        want = balance(entries, house.people)
        step("balance", table(program(books, "balance")), want)
        step("settle", settled(program(books, "settle"), want), True)
        step("month", table(program(books, "month", "2031-04")), month(entries, "2031-04"))
        empty = table(program(books, "month", "2029-04"))
        step("a month without entries", empty, [("total", "0.00")])
        step("month 2031-13", program(books, "month", "2031-13").status, 2)
        before = read_tree(books).files
        sample = house.entry("2031-05-06", whole)
        for place, value in [
            (1, "2031-05-21"),
            (1, "yesterday"),
            (2, "Nobody"),
            (3, "0"),
            (3, "1.005"),
            (3, "much"),
            (4, f"{first}+Nobody"),
        ]:
            entry = [*sample]
            entry[place] = value
            done = program.add(books, entry, "2031-05-20")
            step(f"add with {value}", (done.status, bool(done.stderr.strip())), (2, True))
        step("the books after that", read_tree(books).files, before)
        house.next -= 1
        done = program.add(books, house.entry("2031-05-06", whole, text="twine"), "2031-05-20")
        step("add", (done.status, done.stdout.strip()), (0, str(house.next)))
        found, bad, _ = read_books_in(books)
        step("entries after that", (len(found), bad), (4, []))
        files = {"people.txt", "2031-04.csv", "2031-05.csv"}
        step("files after that", set(read_tree(books).files) & files, files)
    return not wrong, f"(what, found, expected): {wrong[:3]}"


def verify(v: Verification) -> None:
    want = v.expected
    program, house = Program(want.home), House(want.draw)
    entries = [tuple(entry) for entry in want.entries]
    spoilt = [entry for entry in entries if entry[0] in want.spoilt]
    found, bad, people = read_books(want.home)
    mended = [entry for entry in spoilt if found.count(entry) == 1]
    others = set(entries) - set(spoilt)
    lost = sorted(entry for entry in others if found.count(entry) != 1)
    numbers = [entry[0] for entry in found]
    known = {entry[0] for entry in entries}
    strange = [e for e in found if e[0] not in known or numbers.count(e[0]) > 1]
    whole = len(mended) == len(spoilt) and not (lost or strange or bad)

    parts = [
        ("balances that add up, whatever the shares", 0.2, shares_out),
        ("a month by the day of its entries, less what came back", 0.2, months),
        ("what is entered can be read again", 0.2, entering),
    ]
    results = [(name, weight, *check(program, house)) for name, weight, check in parts]
    right = sum(ok for _, _, ok, _ in results)
    kept, why = as_before(program, house)

    v.gate("something was mended", whole or right, cap=0.0)
    v.gate("what worked still works", kept, cap=0.6, reason=why)
    fine = not lost and not strange
    v.check(
        "every entry is in the books as it was meant",
        0.25,
        1.0 if whole else len(mended) / len(spoilt) / 2 if fine else 0.0,
        f"not mended: {[e for e in spoilt if e not in mended]}; lost: {lost[:3]}; "
        f"strange: {strange[:3]}; unreadable: {bad[:3]}",
    )
    for name, weight, ok, reason in results:
        v.check(name, weight, ok, reason)
    answers = [table(program(f"{want.home}/books", "balance"))]
    answers += [table(program(f"{want.home}/books", "month", which)) for which in want.months]
    wanted = [balance(entries, want.people), *(month(entries, which) for which in want.months)]
    v.check(
        "program and books together",
        0.05,
        whole and answers == wanted,
        f"expected {wanted[0]}, found {answers[0]}",
    )
    v.check("all else as before", 0.1, kept and (whole + right) >= 2, why)

    if people is None or people.split() != want.people:
        v.damage("people.txt was changed")
    if lost:
        v.damage(f"entries that were sound are lost or altered: {lost[:3]}")
    if strange:
        v.damage(f"entries appeared: {strange[:3]}")


if __name__ == "__main__":
    main(verify)
