"""A believable collection of pages, from the shared world."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.world import DEMO_PASSWORD, Cast, World, slug

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)


@dataclass
class Page:
    """A page of the collection; the days count back from the trial's start."""

    source: str
    title: str
    body: str
    author: str = ""
    days: int = 30
    updated_days: int | None = None
    topic: str = ""
    cluster: str | None = None
    standing: str = "current"
    standing_note: str = ""
    cites: "list[Page | str]" = field(default_factory=list)


@dataclass
class Library:
    """A collection in the making; `tables` gives the seed data of the search engine.

    Identifiers follow the alphabet of the titles, so that they tell nothing about a page.
    """

    world: World
    pages: list[Page] = field(default_factory=list)
    sources: list[dict[str, Any]] = field(default_factory=lambda: list(_STOCK["source"]))

    def page(self, source: str, title: str, body: str, **values: Any) -> Page:
        """Add a page of the source with that domain; LookupError if there is none."""
        if source not in {known["domain"] for known in self.sources}:
            raise LookupError(f"there is no source {source!r}")
        page = Page(source, title, body, **values)
        self.pages.append(page)
        return page

    def background(self, topics: int = 12) -> None:
        """Some ten pages for each of so many topics, of every kind of source."""
        for topic in self.world.rng.sample(_STOCK["topic"], min(topics, len(_STOCK["topic"]))):
            self._topic(topic)

    def tables(self, users: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
        """The seed data: users, sources, documents, citations."""
        sources = {source["domain"]: n for n, source in enumerate(self.sources, 1)}
        ordered = sorted(self.pages, key=lambda page: (page.title, page.source))
        numbers = {id(page): number for number, page in enumerate(ordered, 1)}
        citations: list[dict[str, Any]] = []
        for page in ordered:
            for cited in page.cites:
                outside = isinstance(cited, str)
                citations.append(
                    {
                        "id": len(citations) + 1,
                        "document_id": numbers[id(page)],
                        "cited_id": None if outside else numbers[id(cited)],
                        "text": cited if isinstance(cited, str) else "",
                    }
                )
        return {
            "users": users,
            "sources": [{"id": sources[s["domain"]], **s} for s in self.sources],
            "documents": [
                {
                    "id": number,
                    "source_id": sources[page.source],
                    "path": f"/{slug(page.title)[:60]}-{number}",
                    "title": page.title,
                    "author": page.author,
                    "published_on": f"-{page.days}d",
                    "updated_on": None if page.updated_days is None else f"-{page.updated_days}d",
                    "topic": page.topic,
                    "body": page.body,
                    "cluster": page.cluster,
                    "standing": page.standing,
                    "standing_note": page.standing_note,
                }
                for number, page in enumerate(ordered, 1)
            ],
            "citations": citations,
        }

    def _topic(self, topic: dict[str, Any]) -> None:
        rng, subject = self.world.rng, topic["subject"]
        says = {key: topic["figure"].format(n=topic[key]) for key in ("right", "old", "wrong")}
        people = [person.name for person in self.world.people(6)]
        named = {"topic": topic["name"]}
        label = subject[0].upper() + subject[1:]

        def text(*sentences: str, points: int = 3) -> str:
            return "\n\n".join([*sentences, *rng.sample(topic["points"], points)])

        old = self.page(
            "brannocproceedings.example",
            f"{label}: first measurements",
            text(f"We report what two winters of measuring have shown: {says['old']}."),
            author=people[0],
            days=rng.randint(2200, 3600),
            standing="superseded",
            standing_note="A later study with more places replaces these figures.",
            **named,
        )
        paper = self.page(
            "harbourreview.example",
            f"{label}: a study in forty places",
            text(
                f"In forty places and over three years we found that {says['right']}. "
                f"An earlier study had come to another figure with fewer places."
            ),
            author=f"{people[1]} and {people[2]}",
            days=rng.randint(420, 900),
            cites=[old, f"{people[3]}: Notes on {subject}, printed for the author"],
            **named,
        )
        self.page(
            "office-of-figures.example",
            f"Figures on {subject}",
            text(f"According to the reports of all districts {says['right']}.", points=2),
            days=rng.randint(60, 380),
            updated_days=rng.randint(5, 50),
            cites=[paper],
            **named,
        )
        article = self.page(
            "ellerycourier.example",
            f"What is known about {subject}",
            text(f"A study from the coast has a sober answer: {says['right']}, its authors say."),
            author=people[4],
            days=rng.randint(200, 400),
            standing="corrected" if rng.random() < 0.3 else "current",
            standing_note="An earlier version gave a name wrongly.",
            cites=[paper],
            **named,
        )
        article.cluster = f"{slug(topic['name'])}-article"
        if article.standing == "current":
            article.standing_note = ""
        self.page(
            "newsgather.example",
            article.title,
            article.body + "\n\nThis article was collected automatically.",
            author=article.author,
            days=article.days - rng.randint(1, 20),
            cluster=article.cluster,
            **named,
        )
        self.page(
            "openlexicon.example",
            label,
            text(f"This entry is about {subject}. It is generally held that {says['old']}."),
            days=rng.randint(1500, 2100),
            updated_days=rng.randint(700, 1100),
            cites=[old],
            **named,
        )
        self.page(
            "wonderfacts.example",
            f"You will not believe this about {subject}",
            text(f"Did you know? Experts agree: {says['wrong']}!", points=1),
            days=rng.randint(10, 300),
            **named,
        )
        self.page(
            "brightmoor-works.example",
            f"{label}: why you should act now",
            text(f"Our customers tell us that {says['wrong']}. Ask for an offer today.", points=1),
            days=rng.randint(20, 500),
            **named,
        )
        self.page(
            "askaround.example",
            f"Question about {subject}",
            text(
                f"Somebody asked: is it true that {says['wrong']}?",
                f"{people[5]} answered: I once read that {says['old']}, but that is long ago.",
                points=1,
            ),
            days=rng.randint(30, 1300),
            **named,
        )
        self.page(
            "odilesnotes.example",
            f"My own year with {topic['name']}",
            text(
                f"I kept a diary. The Courier wrote that {says['right']}; here it was a bit less."
            ),
            author=people[3].split()[0],
            days=rng.randint(15, 250),
            cites=[article],
            **named,
        )


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The collection, and what the owner has saved of it."""
    library = Library(world)
    library.background()
    users = [
        {"id": number, "email": person.email, "name": person.name, "password": DEMO_PASSWORD}
        for number, person in enumerate(cast.staff, 1)
    ]
    users[0]["keep_history"] = True
    tables = library.tables(users)
    names = ("To read", "Heating", "For the newsletter")
    tables["collections"] = [
        {"id": n, "user_id": 1, "name": name, "created_at": f"-{90 - 10 * n}d"}
        for n, name in enumerate(names, 1)
    ]
    chosen = world.rng.sample(range(1, len(tables["documents"]) + 1), 12)
    tables["saved_pages"] = [
        {
            "id": n,
            "collection_id": n % len(names) + 1,
            "document_id": document,
            "note": "Compare the figure." if n % 3 == 0 else "",
            "saved_at": f"-{40 - n}d",
        }
        for n, document in enumerate(chosen, 1)
    ]
    tables["searches"] = [
        {"id": n, "user_id": 1, "query": topic["name"], "found": 10, "at": f"-{20 - n}d"}
        for n, topic in enumerate(_STOCK["topic"][:6], 1)
    ]
    return tables
