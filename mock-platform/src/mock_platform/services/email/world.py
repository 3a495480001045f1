"""A crowded, believable mailbox, with a scenario's own threads among the noise."""

import itertools
import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.world import DEMO_PASSWORD, Cast, Firm, Person, World, slug

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_FOLDERS: Final = ("Inbox", "Sent", "Drafts", "Archive", "Spam", "Trash")
_CITIES: Final = ("Port Ellery", "Harrowick", "Kestrel Bay", "Velden")


@dataclass(frozen=True)
class Sender:
    """Anybody a mail can come from or go to."""

    name: str
    email: str

    @staticmethod
    def of(person: "Person | Sender") -> "Sender":
        return person if isinstance(person, Sender) else Sender(person.name, person.email)


@dataclass
class Mail:
    """One mail; `days` before the trial's start (at least 1) at `at`, a UTC time of day.

    `attachments` are (file name, content) pairs.
    """

    sender: Person | Sender
    to: Sequence[Person | Sender]
    subject: str
    body: str
    days: int
    at: str
    cc: Sequence[Person | Sender] = ()
    folder: str = "Inbox"
    unread: bool = False
    flagged: bool = False
    attachments: Sequence[tuple[str, str]] = ()
    thread: str = ""
    ref: str = ""
    in_reply_to: str | None = None

    @property
    def when(self) -> tuple[int, str]:
        return (-self.days, self.at)


@dataclass
class Mailbox:
    """The mailbox of one owner; `tables` gives the seed data of the mail service.

    Identifiers follow the order of time, so that nothing tells a scenario's mails from the rest.
    """

    world: World
    owner: Person
    password: str
    signature: str = ""
    folders: list[str] = field(default_factory=lambda: list(_FOLDERS))
    mails: list[Mail] = field(default_factory=list)
    contacts: list[Person] = field(default_factory=list)

    @property
    def _rng(self) -> random.Random:
        return self.world.rng

    def thread(self, *mails: Mail) -> list[Mail]:
        """Add mails as one conversation, in the order given; each answers the one before."""
        first = mails[0]
        first.thread = first.ref = self._code()
        for earlier, mail in itertools.pairwise(mails):
            mail.thread, mail.ref, mail.in_reply_to = first.thread, self._code(), earlier.ref
            if mail.subject == "":
                mail.subject = f"Re: {first.subject.removeprefix('Re: ')}"
        self.mails += mails
        return list(mails)

    def background(self, colleagues: Sequence[Person], *, weeks: int = 5) -> None:
        """Fill up with everyday mail: some 70 messages with colleagues, firms and family."""
        family = self.world.people(2)
        self.contacts += [*colleagues, *family]
        for number, topic in enumerate(self._shuffled(_STOCK["thread"])):
            self._small_talk(topic, colleagues[number % len(colleagues)], weeks)
        senders = {entry["kind"]: entry for entry in _STOCK["senders"]}
        for topic in self._shuffled(_STOCK["single"] * 2):
            self._single(topic, senders, family, weeks)

    def tables(self, user_id: int = 1) -> dict[str, list[dict[str, Any]]]:
        """The seed data: users, folders, messages, recipients, attachments, contacts."""
        numbers = {name: number for number, name in enumerate(self.folders, 1)}
        tables: dict[str, list[dict[str, Any]]] = {
            "users": [
                {
                    "id": user_id,
                    "email": self.owner.email,
                    "name": self.owner.name,
                    "password": self.password,
                    "signature": self.signature,
                }
            ],
            "folders": [
                {"id": number, "user_id": user_id, "name": name, "kind": _kind(name)}
                for name, number in numbers.items()
            ],
            "messages": [],
            "recipients": [],
            "attachments": [],
            "contacts": [
                {
                    "id": number,
                    "user_id": user_id,
                    "name": person.name,
                    "email": person.email,
                    "phone": person.phone,
                    "firm": person.firm.name if person.firm else "",
                }
                for number, person in enumerate(
                    sorted({p.email: p for p in self.contacts}.values(), key=lambda p: p.email), 1
                )
            ],
        }
        for number, mail in enumerate(sorted(self.mails, key=lambda m: (m.when, m.ref)), 1):
            self._write(tables, number, mail, user_id, numbers[mail.folder])
        return tables

    def _write(
        self,
        tables: dict[str, list[dict[str, Any]]],
        number: int,
        mail: Mail,
        user_id: int,
        folder_id: int,
    ) -> None:
        sender = Sender.of(mail.sender)
        tables["messages"].append(
            {
                "id": number,
                "user_id": user_id,
                "folder_id": folder_id,
                "thread": mail.thread,
                "ref": mail.ref,
                "in_reply_to": mail.in_reply_to,
                "sender": sender.email,
                "sender_name": sender.name,
                "subject": mail.subject,
                "body": mail.body,
                "sent_at": f"-{mail.days}d {mail.at}",
                "unread": mail.unread,
                "flagged": mail.flagged,
            }
        )
        for kind, people in (("to", mail.to), ("cc", mail.cc)):
            for person in map(Sender.of, people):
                tables["recipients"].append(
                    {
                        "id": len(tables["recipients"]) + 1,
                        "message_id": number,
                        "kind": kind,
                        "address": person.email,
                        "name": person.name,
                    }
                )
        for filename, content in mail.attachments:
            tables["attachments"].append(
                {
                    "id": len(tables["attachments"]) + 1,
                    "message_id": number,
                    "filename": filename,
                    "content_type": "text/plain",
                    "content": content,
                }
            )

    def _small_talk(self, topic: dict[str, Any], them: Person, weeks: int) -> None:
        day = self._rng.randint(4, weeks * 7)
        words = self._words(them)
        mails = []
        filed = "Archive" if self._rng.random() < 0.2 else "Inbox"
        for number, text in enumerate(topic["mails"]):
            theirs = number % 2 == 0
            mails.append(
                Mail(
                    sender=them if theirs else self.owner,
                    to=[self.owner if theirs else them],
                    subject="" if number else topic["subject"].format(**words),
                    body=text.format(**words),
                    days=max(1, day - number),
                    at=f"{8 + number * 3:02}:{self._rng.randint(0, 59):02}",
                    folder=filed if theirs else "Sent",
                    unread=theirs and number == len(topic["mails"]) - 1 and day < 8,
                )
            )
        self.thread(*mails)

    def _single(
        self,
        topic: dict[str, Any],
        senders: dict[str, dict[str, Any]],
        family: Sequence[Person],
        weeks: int,
    ) -> None:
        kind = topic["from"]
        words = self._words(None)
        sender: Person | Sender
        if kind == "family":
            sender = self._rng.choice(family)
        elif kind == "office":
            firm = self.owner.firm
            sender = Sender("House service", f"house@{firm.domain if firm else 'office.example'}")
        else:
            entry = senders[kind]
            same = [t["subject"] for t in _STOCK["single"] if t["from"] == kind]
            number = same.index(topic["subject"]) % len(entry["names"])
            sender = Sender(entry["names"][number], f"hello@{entry['domains'][number]}")
        day = self._rng.randint(1, weeks * 7)
        self.thread(
            Mail(
                sender=sender,
                to=[self.owner],
                subject=topic["subject"].format(**words),
                body=topic["body"].format(**words),
                days=day,
                at=f"{self._rng.randint(6, 21):02}:{self._rng.randint(0, 59):02}",
                folder="Spam" if kind == "spam" else "Inbox",
                unread=self._rng.random() < 0.4,
            )
        )

    def _words(self, them: Person | None) -> dict[str, Any]:
        firm: Firm | None = them.firm if them else None
        return {
            "me": self.owner.first,
            "them": them.first if them else "",
            "firm": firm.name if firm else "the client",
            "n": self._rng.randint(3, 29),
            "city": self._rng.choice(_CITIES),
        }

    def _shuffled(self, items: Sequence[Any]) -> list[Any]:
        return self._rng.sample(items, len(items))

    def _code(self) -> str:
        return f"{self._rng.randint(0, 16**6 - 1):06x}{self._rng.randint(0, 16**6 - 1):06x}"


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The owner's mailbox, and an empty one for each colleague."""
    box = Mailbox(
        world, cast.owner, DEMO_PASSWORD, signature=f"{cast.owner.name}\n{cast.firm.name}"
    )
    box.contacts += [*cast.clients, *cast.friends]
    box.background([*cast.colleagues, *cast.clients])
    tables = box.tables()
    for user_id, person in enumerate(cast.colleagues, 2):
        tables["users"].append(
            {"id": user_id, "email": person.email, "name": person.name, "password": DEMO_PASSWORD}
        )
        tables["folders"] += [
            {"id": 100 * user_id + n, "user_id": user_id, "name": name, "kind": slug(name)}
            for n, name in enumerate(_FOLDERS)
        ]
    return tables


def _kind(folder: str) -> str:
    return slug(folder) if folder in _FOLDERS else "custom"
