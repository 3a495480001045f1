"""A believable workspace, from the shared world."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.world import DEMO_PASSWORD, Cast, World

STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_LINK: Final = re.compile(r"\[\[([^\[\]]+)\]\]")


@dataclass
class Workspace:
    """The spaces of some people in the making; `tables` gives the seed data.

    `people` are the users 1, 2, …; days count back from the trial's start.
    """

    world: World
    people: list[dict[str, Any]]
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def space(self, name: str, members: dict[int, str], *, days: int = 500) -> int:
        """Add a space; its id. `members` are user id → role."""
        number = self._add("spaces", name=name, created_at=f"-{days}d")
        for user, role in members.items():
            self._rows("members").append({"space_id": number, "user_id": user, "role": role})
        return number

    def page(
        self, space: int, title: str, body: str, *, by: int = 1, days: int = 30, **values: Any
    ) -> int:
        """Add a page that was last changed so many days ago; its id."""
        return self._add(
            "pages",
            space_id=space,
            title=title,
            body=body,
            created_by=by,
            created_at=f"-{days}d",
            updated_by=by,
            updated_at=f"-{days}d",
            **values,
        )

    def revise(self, page: int, body: str, *, by: int, days: int) -> None:
        """Change the text of a page, keeping what it said."""
        row = self._rows("pages")[page - 1]
        number = row.get("revision", 1)
        self._add(
            "revisions",
            page_id=page,
            number=number,
            title=row["title"],
            body=row["body"],
            written_by=row["updated_by"],
            written_at=row["updated_at"],
        )
        row |= {"body": body, "revision": number + 1}
        row |= {"updated_by": by, "updated_at": f"-{days}d"}

    def database(self, space: int, name: str, fields: list[dict[str, Any]], about: str = "") -> int:
        """Add a database; its id. A field is `name`, `kind` and perhaps `options`, `required`."""
        number = self._add("databases", space_id=space, name=name, about=about, created_at="-300d")
        for position, one in enumerate(fields):
            options = "\n".join(one.get("options", []))
            values = {**one, "options": options, "position": position}
            self._add("fields", database_id=number, **values)
        return number

    def record(self, database: int, values: dict[str, str], *, by: int = 1, days: int = 20) -> int:
        number = self._add(
            "records",
            database_id=database,
            created_by=by,
            created_at=f"-{days}d",
            updated_at=f"-{days}d",
        )
        fields = {f["name"]: f["id"] for f in self._rows("fields") if f["database_id"] == database}
        for name, text in values.items():
            value = {"record_id": number, "field_id": fields[name], "text": text}
            self._rows("field_values").append(value)
        return number

    def background(self, space: int, entry: dict[str, Any]) -> None:
        """Everyday pages of a space, some below others, some changed since."""
        rng = self.world.rng
        titles = [title for title, _ in entry["pages"]]
        for title, text in entry["pages"]:
            other = rng.choice([t for t in titles if t != title])
            days = rng.randint(20, 300)
            page = self.page(
                space, title, text.format(other=other), by=rng.randint(1, 4), days=days
            )
            for below in rng.sample(entry["below"], 2):
                body = f"About {title.lower()}. Written down as it was said."
                self.page(space, f"{title}: {below}", body, days=days - 5, parent_id=page)
            if rng.random() < 0.5:
                changed = self._rows("pages")[page - 1]["body"] + "\nLooked at again and kept."
                self.revise(page, changed, by=rng.randint(1, 4), days=rng.randint(1, 15))

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        pages = self._rows("pages")
        for page in pages:
            for title in dict.fromkeys(_LINK.findall(page["body"])):
                same = [
                    p["id"]
                    for p in pages
                    if p["title"] == title and p["space_id"] == page["space_id"]
                ]
                target = same[0] if same else None
                self._add("page_links", page_id=page["id"], title=title, target_id=target)
        return {"users": self.people, **self.rows}

    def _rows(self, table: str) -> list[dict[str, Any]]:
        return self.rows.setdefault(table, [])

    def _add(self, table: str, **values: Any) -> int:
        rows = self._rows(table)
        rows.append({"id": len(rows) + 1, **values})
        return len(rows)


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """Two spaces of the owner's firm and one that only colleagues see, with a task database."""
    people = [
        {"id": number, "email": person.email, "name": person.name, "password": DEMO_PASSWORD}
        for number, person in enumerate(cast.staff, 1)
    ]
    work = Workspace(world, people)
    roles = dict.fromkeys(range(2, len(people) + 1), "editor")
    projects = work.space(STOCK["space"][0]["name"], {1: "admin", **roles})
    handbook = work.space(STOCK["space"][1]["name"], {**roles, 1: "viewer", 2: "admin"})
    work.space("Board", {2: "admin", 3: "editor"})
    for space, entry in zip((projects, handbook), STOCK["space"], strict=True):
        work.background(space, entry)
    for template in STOCK["template"]:
        work.page(projects, template["title"], template["body"], days=200, kind="template")
    work.page(projects, "Salaries", "Not for everybody.", by=1, days=40, restricted=True)
    tasks = work.database(
        projects,
        "Tasks",
        [
            {"name": "Title", "kind": "text", "required": True},
            {"name": "State", "kind": "select", "options": STOCK["tasks"]["states"]},
            {"name": "Who", "kind": "person"},
            {"name": "Due", "kind": "date"},
            {"name": "Hours", "kind": "number"},
            {"name": "Urgent", "kind": "checkbox"},
        ],
        about="What is to be done in the projects",
    )
    for title in STOCK["tasks"]["titles"]:
        day = world.rng.randint(1, 28)
        values = {
            "Title": title,
            "State": world.rng.choice(STOCK["tasks"]["states"]),
            "Who": people[world.rng.randrange(4)]["email"],
            "Due": f"2026-12-{day:02}",
            "Hours": str(world.rng.randint(1, 24)),
            "Urgent": world.rng.choice(["yes", "no", "no"]),
        }
        work.record(tasks, values, days=world.rng.randint(1, 60))
    return work.tables()
