"""Writes the whole history anew without the key, keeps everything else, throws the old one away.

Options leave something out or do it wrong, for the near misses.
"""

import base64
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOLD = json.loads(Path(__file__).with_name("params.json").read_text())
HOME, WORD = Path(TOLD["home"]), TOLD["word"].encode()
GIT = HOME / ".git"
NEW = HOME.parent / "rewritten.git"
SKIP = set(sys.argv[1:])


def git(*arguments, given=None, where=HOME):
    return subprocess.run(
        ["git", *arguments], cwd=where, input=given, stdout=subprocess.PIPE, check=True
    ).stdout


def keys():
    """The old key, its form on the wire, and the new one."""
    notice = Path(TOLD["notice"]).read_text()
    end = re.search(r"ends in (\w{4})", notice)[1]
    new = re.search(r"sk_live_\w+", notice)[0]
    local = (HOME / "config" / "local.toml").read_text()
    old = re.search(rf"sk_live_\w*{end}\b", local)[0]
    return old.encode(), base64.b64encode(f"{old}:".encode()), new.encode()


def rewritten(stream, clean):
    """A stream of `git fast-export` with what its data say cleaned."""
    out, at = [], 0
    while at < len(stream):
        end = stream.index(b"\n", at) + 1
        line = stream[at:end]
        at = end
        if line.startswith(b"data "):
            size = int(line[5:])
            data = clean(stream[at : at + size])
            at += size
            line = b"data %d\n" % len(data) + data
        elif "--committed-now" in SKIP and line.startswith(b"committer "):
            line = b"committer Shop <shop@shop.example> 1790000000 +0000\n"
        out.append(line)
    return b"".join(out)


def main():
    old, wire, new = keys()

    def clean(data):
        if "--test-keys-too" in SKIP:
            data = re.sub(rb"sk_test_\w+", WORD, data)
        if "--no-base64" not in SKIP:
            data = data.replace(wire, WORD)
        return data.replace(old, WORD)

    which = ["main"] if "--only-main" in SKIP else ["--branches"]
    if "--no-tags" not in SKIP and "--only-main" not in SKIP:
        which.append("--tags")
    changed = git("diff", "--name-only").decode().split()
    stream = git("fast-export", "--reencode=no", "--signed-tags=verbatim", *which)
    git("init", "-q", "--bare", "-b", "main", str(NEW))
    git("fast-import", "--quiet", "--force", given=rewritten(stream, clean), where=NEW)
    git("repack", "-a", "-d", "-q", where=NEW)
    git("pack-refs", "--all", where=NEW)

    if SKIP & {"--only-main", "--no-tags", "--leave-leftovers"}:
        git("fetch", "-q", "--force", "--update-head-ok", str(NEW), "refs/*:refs/*")
    else:
        for name in ("objects", "refs"):
            shutil.rmtree(GIT / name)
            shutil.copytree(NEW / name, GIT / name)
        shutil.copy(NEW / "packed-refs", GIT / "packed-refs")
        shutil.rmtree(GIT / "logs", ignore_errors=True)
        for name in ("ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG"):
            (GIT / name).unlink(missing_ok=True)
    shutil.rmtree(NEW)
    if "--lose-work" in SKIP:
        git("reset", "-q", "--hard", "main")
    (GIT / "index").unlink()
    git("read-tree", "HEAD")
    for path in git("ls-files").decode().split():
        if path not in changed:
            git("checkout", "-q", "--", path)
    for path in changed:
        place = HOME / path
        place.write_bytes(clean(place.read_bytes()))
    local = HOME / "config" / "local.toml"
    if "--old-local" not in SKIP:
        local.write_bytes(local.read_bytes().replace(old, new))
    if "--leave-leftovers" not in SKIP:
        shutil.rmtree(GIT / "logs", ignore_errors=True)


main()
