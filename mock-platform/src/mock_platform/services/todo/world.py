"""Believable lists, from the shared world."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.world import DEMO_PASSWORD, Cast, World

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_SHARED: Final = "Spring fair"


@dataclass
class Daybook:
    """The lists of a few people in the making; `tables` gives the seed data.

    `people` are the users 1, 2, …; days count from the trial's start.
    """

    world: World
    people: list[dict[str, Any]]
    lists: list[dict[str, Any]] = field(default_factory=list)
    shares: list[dict[str, Any]] = field(default_factory=list)
    tasks: list[dict[str, Any]] = field(default_factory=list)
    labels: list[dict[str, Any]] = field(default_factory=list)
    task_labels: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)

    def add_list(self, name: str, owner: int = 1, *, archived: bool = False) -> int:
        """Add a list; its id."""
        self.lists.append(
            {
                "id": len(self.lists) + 1,
                "owner_id": owner,
                "name": name,
                "archived": archived,
            }
        )
        return len(self.lists)

    def share(self, list_id: int, user_id: int, role: str) -> None:
        number = len(self.shares) + 1
        self.shares.append({"id": number, "list_id": list_id, "user_id": user_id, "role": role})

    def task(
        self,
        list_id: int,
        title: str,
        *,
        created_days: int,
        by: int = 1,
        due_days: int | None = None,
        done_days: int | None = None,
        labels: tuple[str, ...] = (),
        **values: Any,
    ) -> int:
        """Add a task; its id. `created_days` and `done_days` count back, `due_days` ahead."""
        number = len(self.tasks) + 1
        record = {
            "id": number,
            "list_id": list_id,
            "title": title,
            "created_by": by,
            "created_at": f"-{created_days}d 09:{number % 60:02}",
            **values,
        }
        if due_days is not None:
            record["due_on"] = f"{due_days:+}d"
        self._note(number, by, "created", record["created_at"])
        if done_days is not None:
            record |= {"done_at": f"-{done_days}d 17:{number % 60:02}", "done_by": by}
            self._note(number, by, "completed", record["done_at"])
        self.tasks.append(record)
        for name in labels:
            self.task_labels.append({"task_id": number, "label_id": self._label(name, by)})
        return number

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        return {
            "users": self.people,
            "lists": self.lists,
            "shares": self.shares,
            "tasks": self.tasks,
            "labels": self.labels,
            "task_labels": self.task_labels,
            "history": self.history,
        }

    def background(self) -> None:
        """Everyday lists of the first user, one of them shared with the others."""
        for entry in _STOCK["list"]:
            number = self.add_list(entry["name"])
            if entry["name"] == _SHARED:
                for user in range(2, min(5, len(self.people)) + 1):
                    self.share(number, user, "viewer" if user == 5 else "editor")
            for title in entry["tasks"]:
                self._everyday(number, title, entry)

    def _everyday(self, list_id: int, title: str, entry: dict[str, Any]) -> None:
        rng = self.world.rng
        created = rng.randint(3, 80)
        done = rng.randint(0, created - 1) if rng.random() < 0.4 else None
        values: dict[str, Any] = {"priority": rng.choice([1, 2, 3, 3, 3, 4])}
        if rng.random() < 0.7:
            values["due_days"] = rng.randint(-4, 21) if done is None else -rng.randint(0, created)
        if entry["name"] == _SHARED and done is None:
            values["assignee_id"] = rng.choice([1, 2, 3, 4])
        if done is None and rng.random() < 0.15 and "due_days" in values:
            repeat = rng.choice(["weekly", "monthly"])
            values |= {"repeat": repeat, "series": f"{rng.randrange(16**12):012x}"}
        labels = (rng.choice(entry["labels"]),) if rng.random() < 0.6 else ()
        task = self.task(
            list_id, title, created_days=created, done_days=done, labels=labels, **values
        )
        if rng.random() < 0.25:
            for step in ("Ask first", "Do it", "Tell the others")[: rng.randint(2, 3)]:
                self.task(list_id, step, created_days=created, done_days=done, parent_id=task)

    def _label(self, name: str, user: int) -> int:
        for known in self.labels:
            if (known["user_id"], known["name"]) == (user, name):
                return int(known["id"])
        self.labels.append({"id": len(self.labels) + 1, "user_id": user, "name": name})
        return len(self.labels)

    def _note(self, task: int, user: int, kind: str, at: str) -> None:
        number = len(self.history) + 1
        self.history.append(
            {"id": number, "task_id": task, "user_id": user, "kind": kind, "at": at}
        )


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The owner's lists; one is shared with colleagues, and one of theirs with the owner."""
    people = [
        {"id": number, "email": person.email, "name": person.name, "password": DEMO_PASSWORD}
        for number, person in enumerate(cast.staff, 1)
    ]
    book = Daybook(world, people)
    book.background()
    theirs = book.add_list("Team kitchen", owner=2)
    book.share(theirs, 1, "viewer")
    for title in ("Descale the coffee machine", "Buy oat milk", "Empty the dishwasher"):
        book.task(theirs, title, created_days=6, by=2, due_days=2)
    old = book.add_list("Last year's fair", archived=True)
    book.task(old, "Give the tables back", created_days=300, done_days=280)
    return book.tables()
