"""Is the key gone from all that the folder holds, and the rest of the history as it was?"""

import hashlib
import re
import shutil
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from mock_platform.verify import Verification, main, read_file, read_tree, run_program

MOST_FILES = 20_000
LARGEST = 20_000_000
MOST_BYTES = 60_000_000
MAIN = "ref: refs/heads/main"
OBJECT = re.compile(r"objects/([0-9a-f]{2})/([0-9a-f]{38})")
KNOWN = re.compile(
    r"objects/(?:pack/(?:pack-[0-9a-f]{40}\.(?:pack|idx|rev|bitmap|mtimes|keep|promisor)"
    r"|multi-pack-index[\w.-]*)|info/(?:packs|commit-graph|commit-graphs/[\w.-]+))"
)
NAME = re.compile(r"[0-9a-f]{40}")


@dataclass
class Repository:
    """What lies in a `.git` folder, read as data: git runs on a copy, as the agent's user."""

    objects: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    head: str = ""
    strange: list[str] = field(default_factory=list)


def read_repository(files):
    """`files`: path below `.git` → content."""
    found = Repository()
    found.head = files.get("HEAD", b"").decode(errors="replace").strip()
    for line in files.get("packed-refs", b"").decode(errors="replace").splitlines():
        name, _, ref = line.partition(" ")
        if NAME.fullmatch(name):
            found.refs[ref.strip()] = name
    for path, content in files.items():
        value = content[:100].decode(errors="replace").strip()
        if path.startswith("refs/") and NAME.fullmatch(value):
            found.refs[path] = value
    packs = {path.rpartition(".")[0] for path in files if path.endswith(".idx")}
    for path, content in files.items():
        if path.startswith("objects/") and content:
            lone = path.endswith(".pack") and path.removesuffix(".pack") not in packs
            if lone or not (OBJECT.fullmatch(path) or KNOWN.fullmatch(path)):
                found.strange.append(path)
    found.objects = read_objects(files)
    return found


def read_objects(files):
    """Name → (kind, content) of every object there is, reachable or not; empty if git fails."""
    made = tempfile.mkdtemp()
    try:
        place = Path(made) / "copy.git"
        (place / "refs").mkdir(parents=True)
        (place / "objects").mkdir()
        (place / "HEAD").write_text("ref: refs/heads/main\n")
        (place / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
        for path, content in files.items():
            if OBJECT.fullmatch(path) or re.fullmatch(r"objects/pack/pack-\w+\.(pack|idx)", path):
                (place / path).parent.mkdir(exist_ok=True)
                (place / path).write_bytes(content)
        for path in [Path(made), *Path(made).rglob("*")]:
            shutil.chown(path, "node", "node")
        out = f"{made}/objects"
        dump = "git cat-file --batch-all-objects --unordered --buffer --batch > "
        env = {
            "GIT_DIR": str(place),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "HOME": "/nonexistent",
        }
        done = run_program(["sh", "-c", dump + out], cwd=made, env=env, timeout=60)
        dumped = read_file(out, MOST_BYTES) if done.status == 0 else None
        return parsed(dumped or b"")
    finally:
        shutil.rmtree(made, ignore_errors=True)


def parsed(dump):
    """The objects of a dump; one whose content does not give its name is left out."""
    objects, at = {}, 0
    while at < len(dump):
        end = dump.find(b"\n", at)
        parts = dump[at:end].split(b" ")
        if end < 0 or len(parts) != 3 or not parts[2].isdigit():
            return {}
        size = int(parts[2])
        content = dump[end + 1 : end + 1 + size]
        at = end + size + 2
        name = hashlib.sha1(b"%s %d\0" % (parts[1], size) + content).hexdigest()
        if name == parts[0].decode():
            objects[name] = (parts[1].decode(), content)
    return objects


def header(content):
    """The lines before the message by their first word, and the message."""
    head, _, message = content.partition(b"\n\n")
    lines = [line.partition(b" ")[::2] for line in head.split(b"\n") if not line.startswith(b" ")]
    found = {}
    for name, value in lines:
        found.setdefault(name.decode(errors="replace"), []).append(value.decode(errors="replace"))
    return found, message.decode(errors="replace")


def entries(content):
    """The names that a tree object holds."""
    at = 0
    while (end := content.find(b"\0", at)) >= 0 and end + 20 < len(content) + 1:
        yield content[end + 1 : end + 21].hex()
        at = end + 21


def reachable(repository, starts):
    """All that branches and tags lead to."""
    found, queue = set(), list(starts)
    while queue:
        name = queue.pop()
        if name in found or name not in repository.objects:
            continue
        found.add(name)
        kind, content = repository.objects[name]
        if kind == "tree":
            queue += entries(content)
        elif kind in ("commit", "tag"):
            head, _ = header(content)
            queue += [n for key in ("tree", "parent", "object") for n in head.get(key, [])]
    return found


class History:
    """Compares commits with what they must be without the key."""

    def __init__(self, repository, commits):
        self.repository = repository
        names = ("parents", "author", "committer", "message", "tree")
        self.commits = [dict(zip(names, commit, strict=True)) for commit in commits]
        self.seen = {}

    def whole(self, name):
        """Whether a tree and all below it is there."""
        inside = reachable(self.repository, [name])
        below = {n for i in inside for n in self.below(i)}
        return name in inside and below <= inside

    def below(self, name):
        kind, content = self.repository.objects[name]
        return list(entries(content)) if kind == "tree" else []

    def right(self, name, number):
        if (name, number) not in self.seen:
            self.seen[name, number] = self.compare(name, self.commits[number])
        return self.seen[name, number]

    def compare(self, name, want):
        kind, content = self.repository.objects.get(name, ("", b""))
        if kind != "commit":
            return False
        head, message = header(content)
        parents = head.get("parent", [])
        return (
            head.get("tree") == [want["tree"]]
            and head.get("author") == [want["author"]]
            and head.get("committer") == [want["committer"]]
            and message.strip() == want["message"].strip()
            and len(parents) == len(want["parents"])
            and self.whole(want["tree"])
            and all(self.right(p, n) for p, n in zip(parents, want["parents"], strict=True))
        )

    def added_to(self, name, number):
        """Whether the right commit is there, with others on top of it."""
        while not self.right(name, number):
            kind, content = self.repository.objects.get(name, ("", b""))
            parents = header(content)[0].get("parent", []) if kind == "commit" else []
            if not parents:
                return False
            name = parents[0]
        return True

    def right_tag(self, ref, tag):
        """A tag without a message leads to its commit itself."""
        if tag.message is None:
            return self.right(ref, tag.commit)
        kind, content = self.repository.objects.get(ref, ("", b""))
        if kind != "tag":
            return False
        head, message = header(content)
        return (
            self.right(head.get("object", [""])[0], tag.commit)
            and head.get("tagger") == [tag.tagger]
            and message.strip() == tag.message.strip()
        )


def verify(v: Verification) -> None:
    want = v.expected
    tree = read_tree(want.home, files=MOST_FILES, limit=LARGEST, total=MOST_BYTES)
    git = {p.removeprefix(".git/"): c for p, c in tree.files.items() if p.startswith(".git/")}
    folder = {p: c for p, c in tree.files.items() if not p.startswith(".git/")}
    repository = read_repository(git)
    needles = [part.encode() for part in (want.key[:24], want.key[-20:], want.wire[:40])]

    def leaks(content):
        return any(needle in content for needle in needles)

    refs = repository.refs
    branches = {f"refs/heads/{name}": branch for name, branch in vars(want.branches).items()}
    tags = {f"refs/tags/{name}": tag for name, tag in vars(want.tags).items()}
    present = [ref for ref in (*branches, *tags) if refs.get(ref) in repository.objects]
    named = [name for ref, name in refs.items() if ref.startswith(("refs/heads/", "refs/tags/"))]
    led_to = reachable(repository, named)
    leaking = [n for n, (_, content) in repository.objects.items() if leaks(content)]
    shown = [n for n in leaking if n in led_to]
    everywhere = len(present) == len(branches) + len(tags)
    gone = everywhere and not shown

    history = History(repository, want.commits)
    right = {ref: history.right(refs.get(ref), b.commit) for ref, b in branches.items()}
    right |= {ref: history.right_tag(refs.get(ref), tag) for ref, tag in tags.items()}
    leaky = {ref for ref, one in {**branches, **tags}.items() if one.leaky}
    wrong = sorted(ref for ref in leaky if not right[ref])

    v.gate("no branch or tag leads to the key", gone, cap=0.3, reason=f"{shown[:5]}, {present}")
    v.gate("the history is there", len(wrong) <= len(leaky) / 2, cap=0.3, reason=f"not: {wrong}")
    v.check(
        "no branch or tag leads to the key",
        0.2,
        gone,
        f"{len(shown)} objects still hold it; missing: {sorted({*branches, *tags} - set(present))}",
    )
    raw = [path for path, content in tree.files.items() if leaks(content)]
    hidden = [path for path in tree.odd if path.startswith(".git")]
    hidden += [f".git/{path}" for path in repository.strange]
    if len(tree.files) + len(tree.odd) >= MOST_FILES:
        hidden.append(f"more than {MOST_FILES} files")
    v.check(
        "nor is it anywhere else in the folder",
        0.2,
        gone and not (raw or hidden or leaking),
        f"files: {raw[:5]}, objects: {leaking[:5]}, unreadable: {hidden[:5]}",
    )
    wrong_branches = [ref for ref in wrong if ref in branches]
    count = len([ref for ref in leaky if ref in branches])
    v.check(
        "branches hold every commit as it was",
        0.25,
        1 - len(wrong_branches) / count,
        f"not: {wrong_branches}",
    )
    wrong_tags = [ref for ref in wrong if ref in tags]
    count = len([ref for ref in leaky if ref in tags])
    v.check("and so do the tags", 0.15, 1 - len(wrong_tags) / count, f"not: {wrong_tags}")

    work = {path: text.encode() for path, text in vars(want.work).items()}
    kept = {path: text.encode() for path, text in vars(want.kept).items()}
    link = "docs/latest.md"
    differs = [path for path, text in {**kept, **work}.items() if folder.get(path) != text]
    differs += [] if link in tree.odd else [link]
    v.check(
        "the unfinished work lies there, and is all that is unfinished",
        0.1,
        gone and not differs and right["refs/heads/main"] and repository.head == MAIN,
        f"differs: {differs}; on {repository.head!r}",
    )
    local = folder.get("config/local.toml", b"").decode(errors="replace")
    try:
        settings = tomllib.loads(local)
    except (tomllib.TOMLDecodeError, RecursionError):
        settings = None
    new = want.new.encode()
    spread = [n for n, (_, content) in repository.objects.items() if new in content]
    v.check(
        "the new key in its place and nowhere else",
        0.1,
        settings == {"server": {"port": want.port}, "payments": {"api_key": want.new}}
        and not spread,
        f"config/local.toml: {local[:150]!r}; in git: {spread[:3]}",
    )

    if spread or any(new in content for path, content in git.items()):
        v.damage("the new key is in git")
    for ref in sorted({*branches, *tags} - leaky):
        if not right[ref]:
            v.damage(f"{ref}, which never led to the key, was changed")
    extra = {ref for ref in refs if ref.startswith(("refs/heads/", "refs/tags/"))}
    for ref in sorted(extra - set(branches) - set(tags)):
        v.damage(f"{ref} appeared")
    for ref, branch in branches.items():
        if not right[ref] and history.added_to(refs.get(ref), branch.commit):
            v.damage(f"commits were added to {ref}")
    known = {*work, *kept, "config/local.toml", link}
    strange = [p for p in (*folder, *tree.odd) if p not in known and not p.startswith(".git/")]
    if strange:
        v.damage(f"in the folder appeared {sorted(strange)[:5]}")


if __name__ == "__main__":
    main(verify)
