"""The Debian that layer 1 is built from: pulled, or put together from Debian's own mirror."""

import re
import shutil
import tempfile
from pathlib import Path

from liveclawbench.errors import LiveClawError
from liveclawbench.images.buildah import Buildah, disk_full
from liveclawbench.images.command import Completed, Progress
from liveclawbench.images.recipe import BASE
from liveclawbench.system import MMDEBSTRAP, ensure

_PULL_SECONDS = 120.0
# The archive, the layer, and the copy that committing it takes.
_NEEDED_BYTES = 1_000_000_000
# What the official slim image leaves out.
_EXCLUDED = ("path-exclude=/usr/share/man/*", "path-exclude=/usr/share/locale/*")
_DOCUMENTS = ("path-exclude=/usr/share/doc/*", "path-include=/usr/share/doc/*/copyright")


def debian_image() -> tuple[str, str]:
    """The full name of the image that `docker/base/Dockerfile` starts from, and its release."""
    text = (BASE / "Dockerfile").read_text()
    found = re.search(r"^ARG DEBIAN_IMAGE=(\S*debian:(\w+)\S*)$", text, re.MULTILINE)
    if not found:
        raise LiveClawError("no `ARG DEBIAN_IMAGE=debian:RELEASE…`", path=BASE / "Dockerfile")
    name, release = found.groups()
    return (name if "/" in name else f"docker.io/library/{name}"), release


def has_debian(buildah: Buildah) -> bool:
    """Whether the storage has the image that layer 1 starts from."""
    return buildah.run(["inspect", "--type", "image", debian_image()[0]]).status == 0


def provide_debian(buildah: Buildah, progress: Progress) -> None:
    """Make the image available in the storage under its own name."""
    if has_debian(buildah):
        return
    name, release = debian_image()
    free = shutil.disk_usage(buildah.scratch()).free
    if free < _NEEDED_BYTES:
        raise LiveClawError(
            f"{free // 1_000_000} MB are free, and building the base image takes "
            f"{_NEEDED_BYTES // 1_000_000}",
            hint="free some space, or set LIVECLAW_CACHE to a place on another disk",
            path=buildah.storage,
        )
    progress(f"Pulling {name}")
    try:
        if buildah.run(["pull", "--retry", "0", name], timeout=_PULL_SECONDS).status == 0:
            return
    except TimeoutError:
        progress("No answer from the registry")
    with tempfile.TemporaryDirectory(dir=buildah.scratch()) as scratch:
        tar = Path(scratch) / "root.tar"
        bootstrap(buildah, release, tar, progress)
        progress("Importing the root file system")
        container = buildah.checked(["from", "scratch"]).tail[-1]
        buildah.checked(["add", "--quiet", container, str(tar), "/"])
        tar.unlink()
        buildah.checked(["config", "--cmd", "/bin/bash", container])
        buildah.checked(["commit", "--quiet", "--rm", container, name])


def bootstrap(buildah: Buildah, release: str, tar: Path, progress: Progress) -> None:
    """Write the root file system of a small Debian, with layer 1's packages, to `tar`."""
    ensure([MMDEBSTRAP], progress)
    packages = ",".join((BASE / "packages.txt").read_text().split())
    options = [f"--dpkgopt={option}" for option in (*_EXCLUDED, *_DOCUMENTS)]
    command = ["mmdebstrap", "--mode=root", "--variant=minbase", f"--include={packages}"]
    done = buildah.run_as_root(
        [*command, *options, release, str(tar)],
        on_line=lambda line: _report(line, release, progress),
    )
    if done.status != 0:
        raise _failure(done, release, tar)


def _report(line: str, release: str, progress: Progress) -> None:
    if line.startswith("I: ") and line.endswith("..."):
        progress(f"Bootstrapping Debian {release}: {line[3:-3]}")


def _failure(done: Completed, release: str, tar: Path) -> LiveClawError:
    if done.disk_full:
        return disk_full(tar.parent.parent)
    errors = [line for line in done.tail if line.startswith("E: ")]
    if done.offline:
        return LiveClawError(
            "cannot reach Debian's mirror, so the base image cannot be built",
            hint="check the network; what was already built still runs",
        )
    reason = errors[0] if errors else (done.tail or ("no message",))[-1]
    return LiveClawError(f"bootstrapping Debian {release} failed: {reason}")
