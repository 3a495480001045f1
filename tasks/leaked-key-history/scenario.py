"""A repository with a key in its past: on several branches, in tags, messages and leftovers."""

import base64
import hashlib
import string
import tomllib
from pathlib import Path
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario

STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
HOME = "/workspace/shop"
START = 1_735_800_000
WORD = "REDACTED"
FILE, PROGRAM, LINK = "100644", "100755", "120000"
State = dict[str, tuple[str, str]]


def sha(kind: str, content: bytes) -> str:
    return hashlib.sha1(b"%s %d\0" % (kind.encode(), len(content)) + content).hexdigest()


def tree_of(state: State) -> str:
    """The name that git gives to a folder with these files."""
    inner: dict[str, State] = {}
    entries = []
    for path, value in state.items():
        folder, slash, rest = path.partition("/")
        if slash:
            inner.setdefault(folder, {})[rest] = value
        else:
            entries.append((folder, value[0], sha("blob", value[1].encode())))
    entries += [(folder, "40000", tree_of(below)) for folder, below in inner.items()]
    entries.sort(key=lambda e: e[0] + ("/" if e[1] == "40000" else ""))
    return sha(
        "tree", b"".join(f"{m} {n}\0".encode() + bytes.fromhex(name) for n, m, name in entries)
    )


class History:
    """Commits as they were made, and what they must be without the key."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        letters = string.ascii_letters + string.digits
        tail = "".join(draw.choice(letters) for _ in range(27))
        self.key = f"sk_live_{tail}"
        self.other = f"pk_live_{''.join(draw.choice(letters) for _ in range(27))}"
        self.trial = f"sk_test_{''.join(draw.choice(letters) for _ in range(27))}"
        self.new = f"sk_live_{''.join(draw.choice(letters) for _ in range(27))}"
        self.wire = base64.b64encode(f"{self.key}:".encode()).decode()
        self.people = draw.world().people(5)
        self.clock = START + draw.integer(0, 500_000)
        self.changes = draw.shuffle(STOCK["change"])
        self.commits: list[dict[str, Any]] = []
        self.states: list[State] = []
        self.tags: dict[str, dict[str, Any]] = {}
        self.heads: dict[str, int] = {}

    def clean(self, text: str) -> str:
        return text.replace(self.wire, WORD).replace(self.key, WORD)

    def stamp(self, someone: Any) -> str:
        zone = self.draw.choice(["+0000", "+0100", "+0200", "-0500"])
        return f"{someone.name} <{someone.email}> {self.clock} {zone}"

    def commit(self, parents: list[int], message: str, **files: Any) -> int:
        """A child with these files changed (None: removed); its number."""
        state = dict(self.states[parents[0]]) if parents else {}
        for path, value in files.items():
            if value is None:
                del state[path]
            else:
                state[path] = value if isinstance(value, tuple) else (FILE, value)
        self.clock += self.draw.integer(2_000, 200_000)
        author = self.stamp(person := self.draw.choice(self.people))
        self.clock += self.draw.choice([0, 0, 0, 400, 90_000])
        committer = self.stamp(self.draw.choice([person, person, self.people[0]]))
        self.states.append(state)
        self.commits.append(
            {
                "parents": parents,
                "author": author,
                "committer": committer,
                "message": message + "\n",
            }
        )
        return len(self.commits) - 1

    def step(self, parent: int) -> int:
        """An ordinary commit."""
        change = self.changes[len(self.commits) % len(self.changes)]
        had = self.states[parent][change["path"]][1]
        text = change["text"].format(n=self.draw.integer(2, 900))
        return self.commit([parent], change["message"], **{change["path"]: had + text})

    def steps(self, parent: int, low: int, high: int) -> int:
        for _ in range(self.draw.integer(low, high)):
            parent = self.step(parent)
        return parent

    def tag(self, name: str, commit: int, message: str | None = None) -> None:
        """An annotated tag where there is a message."""
        self.clock += 500
        tagger = self.stamp(self.people[0])
        text = None if message is None else message + "\n"
        self.tags[name] = {"commit": commit, "message": text, "tagger": tagger}

    def settings(self, key: str, timeout: int = 20) -> str:
        return f"""[payments]
provider = "cashgate"
public_key = "{self.other}"
api_key = "{key}"
timeout = {timeout}
"""

    def expected(self) -> list[dict[str, Any]]:
        found = []
        for commit, state in zip(self.commits, self.states, strict=True):
            clean = {path: (mode, self.clean(text)) for path, (mode, text) in state.items()}
            message = self.clean(commit["message"])
            found.append({**commit, "message": message, "tree": tree_of(clean)})
        return found

    def leaky(self, commit: int) -> bool:
        """Whether a commit or one before it holds the key."""
        texts = [self.commits[commit]["message"], *(t for _, t in self.states[commit].values())]
        if any(self.clean(text) != text for text in texts):
            return True
        return any(self.leaky(parent) for parent in self.commits[commit]["parents"])

    def stream(self) -> bytes:
        """All of it for `git fast-import`."""
        out: list[str] = []
        marks: dict[str, int] = {}

        def data(text: str) -> str:
            return f"data {len(text.encode())}\n{text}\n"

        for state in self.states:
            for _, text in state.values():
                if text not in marks:
                    marks[text] = 10_000 + len(marks)
                    out.append(f"blob\nmark :{marks[text]}\n{data(text)}")
        for number, (commit, state) in enumerate(zip(self.commits, self.states, strict=True)):
            out.append(f"commit refs/made/here\nmark :{number + 1}\nauthor {commit['author']}\n")
            out.append(f"committer {commit['committer']}\n{data(commit['message'])}")
            for index, parent in enumerate(commit["parents"]):
                out.append(f"{'merge' if index else 'from'} :{parent + 1}\n")
            out.append("deleteall\n")
            out.extend(f"M {mode} :{marks[text]} {path}\n" for path, (mode, text) in state.items())
            out.append("\nreset refs/made/here\n\n")
        for name, commit in self.heads.items():
            out.append(f"reset refs/heads/{name}\nfrom :{commit + 1}\n\n")
        for name, tag in self.tags.items():
            if tag["message"] is None:
                out.append(f"reset refs/tags/{name}\nfrom :{tag['commit'] + 1}\n\n")
            else:
                out.append(f"tag {name}\nfrom :{tag['commit'] + 1}\ntagger {tag['tagger']}\n")
                out.append(data(tag["message"]))
        return "".join(out).encode()


def told_history(draw: Draw) -> History:
    made = History(draw)
    key, name = made.key, draw.choice(["site", "handbook"])
    base = made.commit([], "Begin", **STOCK["files"])
    base = made.steps(base, 2, 3)
    aside = made.steps(base, 3, 4)
    made.tag("v0.9", base)
    spike = made.commit(
        [base], "Try the provider", **{"spike.txt": f"curl -u {key}: https://cashgate.example/v2\n"}
    )
    spike = made.commit([spike], "No longer needed", **{"spike.txt": None})
    spike = made.step(spike)

    main = made.commit(
        [base],
        "Take payments",
        **{
            "config/payments.toml": made.settings(key),
            "tests/fixtures/keys.json": f'{{"secret": "{made.trial}"}}\n',
            "docs/notes.md": "# Notes\n\nThe provider answers within a day.\n",
            "docs/latest.md": (LINK, "notes.md"),
        },
    )
    main = made.steps(main, 2, 3)
    trial = made.commit(
        [main],
        "Candidate",
        **{"docs/candidate.md": f"Keys: {made.trial} for trying, {key} for real, {key} again.\n"},
    )
    made.tag("v1.0-rc1", trial)
    notes = made.states[main]["docs/notes.md"][1]
    main = made.commit(
        [main],
        "Write down how it is set up",
        **{"docs/notes.md": f"{notes}\nSecret: `{key}`; public: `{made.other}`.\n"},
    )
    main = made.commit([main], "Keep secrets out of the notes", **{"docs/notes.md": notes})
    release = made.step(main)
    release = made.commit(
        [release],
        f"Cash desk: wait longer\n\nTested with {key}, which must not stay here.",
        **{"config/payments.toml": made.settings(key, 45)},
    )
    made.tag("v1.0", release, f"Release 1.0\n\nKey in use: {key}")
    release = made.steps(release, 1, 2)
    made.tag("v1.0.1", release, "Release 1.0.1")
    main = made.steps(main, 2, 3)
    forked = main
    feature = made.commit(
        [main],
        "Refunds",
        **{
            "scripts/refund.sh": (
                PROGRAM,
                (
                    f"#!/bin/sh\ncurl -H 'Authorization: Basic {made.wire}' "
                    'https://cashgate.example/v2/refunds -d "charge=$1"\n'
                ),
            )
        },
    )
    joined = made.steps(feature, 1, 2)
    main = made.step(main)
    here, there, before = (made.states[n] for n in (main, joined, forked))
    merged = {
        path: value
        for path, value in there.items()
        if value != before.get(path) and here.get(path) == before.get(path)
    }
    main = made.commit([main, joined], "Merge branch 'feature/refunds'", **merged)
    feature = made.steps(joined, 2, 3)
    main = made.steps(main, 3, 4)
    made.tag("v1.1", main, "Release 1.1\n\nRefunds, and more.")
    main = made.steps(main, 1, 2)
    made.heads = {
        "main": main,
        "release/1.0": release,
        "feature/refunds": feature,
        "spike/provider": spike,
        f"docs/{name}": aside,
    }
    return made


@scenario
def build(draw: Draw) -> Scenario:
    made = told_history(draw)
    owner = made.people[0]
    tip = made.states[made.heads["main"]]
    port = draw.integer(8100, 8900)
    work = {
        "src/cart.py": tip["src/cart.py"][1] + f"BASKETS_KEPT_DAYS = {draw.integer(3, 40)}\n",
        "config/payments.toml": made.settings(made.key, draw.integer(50, 90)),
        "docs/ideas.md": f"# Ideas\n\n- Tins of {draw.integer(100, 400)} grams\n",
    }
    local = f'[server]\nport = {port}\n\n[payments]\napi_key = "{{}}"\n'
    made_by = f"""set -e
cd /workspace/shop
git init -q -b main .
git config user.name '{owner.name}'
git config user.email {owner.email}
git config remote.origin.url https://git.old-host.example/shop.git
git fast-import --quiet < ../load/history.txt
git update-ref -d refs/made/here
git reset -q --hard main
export GIT_AUTHOR_DATE='{made.clock + 900} +0100' GIT_COMMITTER_DATE='{made.clock + 900} +0100'
echo '{made.key}' > key.txt
git add key.txt
git commit -q -m 'Keep {made.key} at hand'
git reset -q --hard HEAD~1
echo 'KEY = "{made.key}"' >> src/payments.py
git stash push -q
git stash drop -q
git update-ref refs/remotes/origin/main "$(git rev-parse ':/Merge branch')"
git pack-refs --all
cp -r ../load/work/. .
"""
    notice = f"""Cashgate: your keys

Dear {owner.name},

a secret key of yours was found in a place where others could read it. We are going to revoke it
tonight; it is the one that ends in {made.key[-4:]}. Its successor, for live payments, is

    {made.new}

Public keys (pk_...) and keys for trying things out (sk_test_...) are not concerned.
"""
    kept = {
        path: made.clean(text)
        for path, (mode, text) in tip.items()
        if mode != LINK and path not in work
    }
    expected = made.expected()
    return Scenario(
        instruction=f"""
            Our payment provider has found one of our secret keys in {HOME}, a git repository.
            What they wrote is in /workspace/notice.txt. I'm afraid the key is all over its past.
            Tonight our auditors go through that folder, .git and all, and they must not find the
            old key in there any more: in no version of any file, no message, and nothing that git
            keeps besides, neither in plain nor in base64 as it goes over the wire.

            Please clean up: put the word {WORD} in place of the key, or of its base64 form,
            wherever it is, and change nothing else. All branches and tags must be there
            afterwards with every commit they have now, who made them and when, and what was merged
            where; what no branch or tag leads to may go, and the old server no longer exists.
            I have some unfinished work lying there that isn't committed yet; it has to lie there
            just like that afterwards, without the key of course. Don't add commits or anything
            else for me to sort out.

            My own copy should go on working, so put the new key where the old one is in
            config/local.toml; the new one must not get into git.

            Thanks! {owner.first}
        """,
        files={
            "load/history.txt": made.stream(),
            "load/make.sh": made_by,
            **{f"load/work/{path}": text for path, text in work.items()},
            "load/work/config/local.toml": local.format(made.key),
            "notice.txt": notice,
        },
        told={"home": HOME, "notice": "/workspace/notice.txt", "word": WORD},
        expected={
            "home": HOME,
            "name": owner.name,
            "email": owner.email,
            "word": WORD,
            "key": made.key,
            "wire": made.wire,
            "new": made.new,
            "port": port,
            "commits": [list(commit.values()) for commit in expected],
            "branches": {
                name: {"commit": commit, "leaky": made.leaky(commit)}
                for name, commit in made.heads.items()
            },
            "tags": {
                name: {
                    **tag,
                    "message": tag["message"] and made.clean(tag["message"]),
                    "leaky": made.leaky(tag["commit"]),
                }
                for name, tag in made.tags.items()
            },
            "work": {path: made.clean(text) for path, text in work.items()},
            "kept": kept,
        },
    )
