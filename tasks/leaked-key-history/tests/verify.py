"""Is the key gone from all that the folder holds, and the rest of the history as it was?"""

import hashlib
import os
import re
import shutil
import struct
import tempfile
import tomllib
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from mock_platform.verify import Verification, main, read_file, read_tree, run_program

MOST_FILES = 20_000
LARGEST = 20_000_000
MOST_BYTES = 60_000_000
LARGEST_TEXT = 100_000
NOT_ADDED = "docs/ideas.md"
MAIN = "ref: refs/heads/main"
OBJECT = re.compile(r"objects/([0-9a-f]{2})/([0-9a-f]{38})")
PACK = re.compile(r"objects/pack/(pack-[0-9a-f]{40})\.(\w+)")
GRAPH = re.compile(r"objects/info/(?:commit-graph|commit-graphs/graph-[0-9a-f]{40}\.graph)")
MANY = re.compile(r"objects/pack/multi-pack-index(?:-[0-9a-f]{40}\.(bitmap|rev))?")
INDEX = re.compile(r"index|sharedindex\.[0-9a-f]{40}|worktrees/[^/]+/index")
NAME = re.compile(r"[0-9a-f]{40}")
LINES = {
    "packed-refs": re.compile(rb"#.*|\^[0-9a-f]{40}|[0-9a-f]{40} refs/\S+"),
    "refs/": re.compile(rb"[0-9a-f]{40}|ref: refs/\S+"),
    "logs/": re.compile(rb"[0-9a-f]{40} [0-9a-f]{40} [^<>\n]*<[^<>\n]*> \d+ [+-]\d{4}(?:\t.*)?"),
    "objects/info/packs": re.compile(rb"P pack-[0-9a-f]{40}\.pack|"),
    "objects/info/commit-graphs/commit-graph-chain": re.compile(rb"[0-9a-f]{40}"),
}
"""What every line looks like, by the name of a file or of its folder."""
SEEN_AS_DATA = re.compile(
    r"[!-~]{300}|(?:^[!-~]{40,}\r?\n){4}|(?:\b[0-9a-f]{2,8} ){8}", re.MULTILINE
)
UNDER_WAY = re.compile(
    r"(?:MERGE|CHERRY_PICK|REVERT)_HEAD|BISECT_(?:LOG|START)"
    r"|(?:rebase-merge|rebase-apply|sequencer)/.*"
)
SURPRISING = re.compile(
    r"core\.(?:worktree|hookspath|fsmonitor|sparsecheckout|excludesfile|attributesfile)"
    r"|status\.showuntrackedfiles|(?:include|includeif|alias|filter)\..*"
)
"""Settings that change what she sees or what is run."""


@dataclass
class Repository:
    """What lies in a `.git` folder, read as data: git runs on a copy, as the agent's user."""

    objects: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    head: str = ""
    strange: list[str] = field(default_factory=list)
    untidy: list[str] = field(default_factory=list)
    status: set[str] = field(default_factory=set)


def read_repository(files, place, owner):
    """`files`: path below `.git` → content; `place` fills a folder with what lies beside it;
    `owner`: the settings that say who she is."""
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
    with tempfile.TemporaryDirectory() as made:
        copy = Copy(Path(made), files)
        found.objects = copy.objects()
        found.strange = [
            path
            for path, content in files.items()
            if content and not as_git_writes(path, content, files, found.objects, copy)
        ]
        place(copy.tree)
        found.status = copy.status()
        found.untidy = untidy(files, found.refs, copy, owner)
    return found


class Copy:
    """A repository with the agent's objects and refs and none of its settings, for git to read."""

    def __init__(self, made, files):
        self.made, self.files = made, files
        self.git, self.tree = made / "copy.git", made / "tree"
        for folder in (self.git / "refs", self.git / "objects" / "pack", self.tree):
            folder.mkdir(parents=True)
        (self.git / "HEAD").write_text(MAIN + "\n")
        (self.git / "config").write_text("[core]\n\trepositoryformatversion = 0\n")
        self.add(lambda path: OBJECT.fullmatch(path) or path in self.packs())

    def packs(self):
        return {p for p in self.files if (m := PACK.fullmatch(p)) and m[2] == "pack"}

    def add(self, wanted):
        for path in filter(wanted, self.files):
            (self.git / path).parent.mkdir(parents=True, exist_ok=True)
            (self.git / path).write_bytes(self.files[path])

    def run(self, command, **env):
        """As the agent's user; `command` is for a shell in the folder that stands for `.git`."""
        for path in [self.made, *self.made.rglob("*")]:
            shutil.chown(path, "node", "node", follow_symlinks=False)
        safe = {
            "GIT_DIR": str(self.git),
            "GIT_WORK_TREE": str(self.tree),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "HOME": "/nonexistent",
        }
        return run_program(["sh", "-c", command], cwd=str(self.git), env=safe | env, timeout=60)

    def written(self, path):
        return read_file(str(self.git / path), MOST_BYTES)

    def objects(self):
        """Name → (kind, content) of every object, reachable or not; empty if git fails.

        What is in a pack is found by reading the pack; the index that came with it is not used.
        """
        for pack in self.packs():
            if self.run(f"git index-pack --rev-index {pack}").status != 0:
                (self.git / pack).unlink()
        dump = "git cat-file --batch-all-objects --unordered --buffer --batch > dump"
        dumped = self.written("dump") if self.run(dump).status == 0 else None
        (self.git / "dump").unlink(missing_ok=True)
        return parsed(dumped or b"")

    def status(self):
        """The lines of `git status`, and what is hidden from it; fills in what that needs."""
        in_use = re.compile(r"info/exclude|packed-refs|index|sharedindex\.\w+")
        self.add(
            lambda path: (
                in_use.fullmatch(path)
                or GRAPH.fullmatch(path)
                or path == "objects/pack/multi-pack-index"
                or path.endswith("/commit-graph-chain")
                or (path.startswith("refs/") and NAME.fullmatch(self.line(path)))
            )
        )
        done = self.run("git status --porcelain -z --untracked-files=all")
        lines = {line for line in done.stdout.split("\0") if line}
        marked = self.run("git ls-files -v -z").stdout.split("\0")
        lines |= {line for line in marked if line and not line.startswith("H ")}
        return lines if done.status == 0 else {"git status fails", *lines}

    def line(self, path):
        return self.files[path][:100].decode(errors="replace").strip()

    def settings(self):
        """Name → value of what the agent's settings say, read without following them."""
        found = {}
        for name in ("config", "config.worktree"):
            (self.made / "settings").write_bytes(self.files.get(name, b""))
            done = self.run(f"git config --file {self.made}/settings --no-includes --list -z")
            if done.status != 0:
                return None
            for entry in done.stdout.split("\0")[:-1]:
                key, _, value = entry.partition("\n")
                found[key] = value
        return found

    def is_index(self, content):
        """Whether git, reading and writing it again, leaves hardly anything out."""
        again = self.made / "again"
        again.write_bytes(content)
        self.add(lambda path: path.startswith("sharedindex."))
        done = self.run("git update-index --force-write-index", GIT_INDEX_FILE=str(again))
        written = read_file(str(again), MOST_BYTES) or b""
        return done.status == 0 and len(content) <= len(written) + 300


def as_git_writes(path, content, files, objects, copy):
    """Whether a file in `.git` is what its name says, or else a short text."""
    if INDEX.fullmatch(path):
        return copy.is_index(content)
    if match := OBJECT.fullmatch(path):
        return is_object(content, match[1] + match[2], objects)
    if GRAPH.fullmatch(path):
        sizes = {b"OIDF": 0, b"OIDL": 20, b"CDAT": 36, b"GDA2": 4, b"BIDX": 4, b"BDAT": 64}
        return is_table(content, b"CGPH", 8, sizes, objects)
    if match := MANY.fullmatch(path):
        if match[1]:
            return is_about(content, [files.get("objects/pack/multi-pack-index", b"")], objects)
        sizes = {b"PNAM": 64, b"OIDF": 0, b"OIDL": 20, b"OOFF": 8, b"RIDX": 4, b"BTMP": 8}
        return is_table(content, b"MIDX", 12, sizes, objects)
    if match := PACK.fullmatch(path):
        pack = f"objects/pack/{match[1]}"
        if match[2] == "pack":
            return f"{pack}.idx" in files and (copy.git / path).exists()
        if match[2] in ("idx", "rev"):
            return content == copy.written(path)
        if match[2] in ("bitmap", "mtimes"):
            return is_about(content, [files.get(f"{pack}.pack", b"")], objects)
        if match[2] not in ("keep", "promisor"):
            return False
    lines = LINES.get(path) or LINES.get(path.partition("/")[0] + "/")
    if lines and not all(lines.fullmatch(line) for line in content.rstrip(b"\n").split(b"\n")):
        return False
    return is_text(content) and (bool(lines or PACK.fullmatch(path)) or path[:8] != "objects/")


def is_object(content, name, objects):
    """Whether this is the named object and nothing more."""
    stream = zlib.decompressobj()
    try:
        plain = stream.decompress(content, MOST_BYTES)
    except zlib.error:
        return False
    whole = stream.eof and not stream.unused_data
    return whole and name in objects and hashlib.sha1(plain).hexdigest() == name


def sealed(content):
    return hashlib.sha1(content[:-20]).digest() == content[-20:]


def is_table(content, magic, start, sizes, objects):
    """Whether a commit-graph or multi-pack-index is about objects that there are.

    `sizes` says how many bytes an object may take in each part.
    """
    toc = content[start : start + 12 * (content[6] + 1)] if len(content) > start else b""
    if not content.startswith(magic) or not sealed(content) or len(toc) != 12 * (content[6] + 1):
        return False
    parts = [struct.unpack(">4sQ", toc[at : at + 12]) for at in range(0, len(toc), 12)]
    ends = [offset for _, offset in parts]
    if ends != sorted(ends) or ends[0] != start + len(toc) or ends[-1] != len(content) - 20:
        return False
    held = {name: content[at:end] for (name, at), end in zip(parts[:-1], ends[1:], strict=True)}
    listed = held.get(b"OIDL", b"")
    names = {listed[at : at + 20].hex() for at in range(0, len(listed), 20)}
    limits = {name: size * len(names) + 100 for name, size in sizes.items()}
    limits |= {b"OIDF": 1024, b"OIDL": 20 * len(names), b"BASE": 400}
    return names <= set(objects) and all(
        len(part) <= limits.get(name, -1) for name, part in held.items()
    )


def is_about(content, others, objects):
    """Whether a bitmap, or a list of numbers, goes with a pack and is no larger than it needs."""
    most = {b"BITM": 1_000 + 40 * len(objects), b"RIDX": 52 + 4 * len(objects)}
    most[b"MTME"] = most[b"RIDX"]
    named = content[12:32] if content.startswith(b"BITM") else content[-40:-20]
    ours = any(other and named == other[-20:] for other in others)
    return sealed(content) and ours and len(content) <= most.get(content[:4], -1)


def is_text(content):
    """Whether it can be read, rather than holding something packed or encoded."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return False
    if len(content) > LARGEST_TEXT or re.search(r"[^\n\r\t\f\x20-\x7e\xa0-\U0010ffff]", text):
        return False
    text = re.sub(r"\b[0-9a-f]{40}\b", "", text)
    dense = len(text) > 1000 and len(zlib.compress(text.encode())) > 0.7 * len(text.encode())
    return not (dense or SEEN_AS_DATA.search(text))


def untidy(files, refs, copy, owner):
    """What she would have to sort out before the repository works as it did."""
    found = [path for path in files if UNDER_WAY.fullmatch(path) or path.endswith(".lock")]
    found += [p for p in files if p.startswith("hooks/") and not p.endswith(".sample")]
    found += [p for p in ("shallow", "commondir", "info/grafts") if files.get(p)]
    found += ["refs/stash"] if "refs/stash" in refs else []
    settings = copy.settings()
    if settings is None:
        return [*found, "config cannot be read"]
    found += [f"config: {key}" for key in settings if SURPRISING.fullmatch(key)]
    found += [f"config: {k}" for k, value in owner.items() if settings.get(k) != value]
    if settings.get("core.bare", "false").lower() not in ("false", "no", "off", "0"):
        found.append("config: core.bare")
    done = copy.run("git fsck --no-dangling --no-progress 2>&1")
    if done.status != 0:
        found.append(f"git fsck: {done.stdout[:300]}")
    return found


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
    link = "docs/latest.md"

    def place(made):
        """The files beside `.git`, as they are."""
        for path, content in folder.items():
            if ".git" not in path.lower().split("/"):
                to = made / path
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(content)
                to.chmod(0o600 | os.lstat(f"{want.home}/{path}").st_mode & 0o100)
        with suppress(OSError):
            (made / link).symlink_to(os.readlink(f"{want.home}/{link}"))

    repository = read_repository(git, place, {"user.name": want.name, "user.email": want.email})
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
    raw = [path for path, content in tree.files.items() if leaks(content + os.fsencode(path))]
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
    differs = [path for path, text in {**kept, **work}.items() if folder.get(path) != text]
    differs += [] if link in tree.odd else [link]
    status = {f"{'??' if path == NOT_ADDED else ' M'} {path}" for path in work}
    as_it_was = repository.head == MAIN and repository.status == status
    v.check(
        "the unfinished work lies there, and is all that is unfinished",
        0.1,
        gone and not differs and right["refs/heads/main"] and as_it_was,
        f"differs: {differs}; on {repository.head!r}; status: {sorted(repository.status)[:10]}",
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
    if repository.untidy:
        v.damage(f"left to sort out in .git: {repository.untidy[:5]}")
    known = {*work, *kept, "config/local.toml", link}
    strange = [p for p in (*folder, *tree.odd) if p not in known and not p.startswith(".git/")]
    if strange:
        v.damage(f"in the folder appeared {sorted(strange)[:5]}")


if __name__ == "__main__":
    main(verify)
