"""Rules about environment/Dockerfile."""

import re
from collections.abc import Iterator

from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import rule
from liveclawbench.validation.subject import Subject

FILE = "environment/Dockerfile"
_STARTUP = re.compile(r"startup\.d|entrypoint\.sh|/opt/mock\b")
_ARCHITECTURE = re.compile(r"linux[-_/](?:amd64|x64|x86[-_]64|arm64|aarch64)")
_PIP = re.compile(r"(\S*/)?(?:pip3?|python3? -m pip) install\b([^&;|]*)")
_SYSTEM_FOLDERS = (None, "/usr/bin/", "/bin/")
_SLEEP_INFINITY = '["sh","-c","sleep infinity"]'


@rule("base-image", "the task builds on its own generated base image")
def base_image(task: Subject) -> Iterator[Finding]:
    """Services, seed data and faults are in `liveclawbench-<task>-base`. Begin with `FROM` that
    image, or with `ARG OPENCLAW_BASE_IMAGE` of it.
    """
    base = f"liveclawbench-{task.name}-base:latest"
    froms = [step for step in task.dockerfile if step.keyword == "FROM"]
    if not task.exists(FILE):
        return
    if not froms:
        yield task.finding(FILE, 1, "has no FROM", f"FROM {base}")
        return
    last = froms[-1]
    image = last.arguments.split()[0] if last.arguments else ""
    for step in task.dockerfile:
        if step.keyword == "ARG" and step.arguments.startswith("OPENCLAW_BASE_IMAGE="):
            default = step.arguments.partition("=")[2].strip("\"'")
            image = default if image == "${OPENCLAW_BASE_IMAGE}" else image
    if image != base:
        yield task.finding(FILE, last.line, f"the last stage is FROM {image}", f"FROM {base}")


@rule("dockerfile", "every instruction of the Dockerfile is one, with the arguments it needs")
def instructions(task: Subject) -> Iterator[Finding]:
    """Found here in a moment, not after minutes of building. Correct the instruction."""
    from liveclawbench.images import dockerfile

    for line, reason in dockerfile.mistakes(dockerfile.instructions(task.text(FILE))):
        yield task.finding(FILE, line, reason, "correct the instruction")


@rule("entrypoint", "the task sets no ENTRYPOINT and brings no startup script")
def entrypoint(task: Subject) -> Iterator[Finding]:
    """The generated base image starts the services and waits for them; another entry point
    would leave them dead. Remove it.
    """
    for step in task.dockerfile:
        own = step.keyword == "ENTRYPOINT"
        copied = step.keyword in {"COPY", "ADD", "RUN"} and _STARTUP.search(step.arguments)
        if own or copied:
            yield task.finding(
                FILE,
                step.line,
                "sets an ENTRYPOINT" if own else "writes where the mock platform starts from",
                "leave it to layer 2, which starts the services that task.toml names",
            )
    for name in task.files("environment", ".sh"):
        if name.rpartition("/")[2] in {"startup.sh", "entrypoint.sh", "start_services.sh"}:
            yield task.finding(
                name, 1, "is a startup script of the task's own", "delete it; layer 2 has one"
            )


@rule("stop-signal", "containers end at once: STOPSIGNAL SIGKILL")
def stop_signal(task: Subject) -> Iterator[Finding]:
    """`sleep` as process 1 ignores SIGTERM, which costs ten seconds a trial. Write `STOPSIGNAL
    SIGKILL`.
    """
    steps = [step for step in task.dockerfile if step.keyword == "STOPSIGNAL"]
    if task.exists(FILE) and (not steps or steps[-1].arguments not in {"SIGKILL", "9"}):
        yield task.finding(
            FILE,
            steps[-1].line if steps else len(task.text(FILE).splitlines()) or 1,
            "does not stop on SIGKILL, so `sleep` as process 1 costs ten seconds a trial",
            "STOPSIGNAL SIGKILL",
        )


@rule("command", "where services run, the image ends with a command that lasts")
def command(task: Subject) -> Iterator[Finding]:
    """The container would end before the agent begins. End with `CMD ["sh","-c","sleep
    infinity"]`.
    """
    steps = [step for step in task.dockerfile if step.keyword == "CMD"]
    if not task.services or not task.exists(FILE):
        return
    if not steps or re.sub(r",\s+", ",", steps[-1].arguments) != _SLEEP_INFINITY:
        yield task.finding(
            FILE,
            steps[-1].line if steps else len(task.text(FILE).splitlines()) or 1,
            "does not end with the command that keeps the services running",
            f"CMD {_SLEEP_INFINITY}",
        )


@rule("architecture", "no processor architecture is hard-coded")
def architecture(task: Subject) -> Iterator[Finding]:
    """The task would fail on the other kind of machine. Use `TARGETARCH`."""
    for line, match in task.search(FILE, _ARCHITECTURE):
        yield task.finding(
            FILE, line, f"hard-codes {match[0]}", "ARG TARGETARCH, and linux-${TARGETARCH}"
        )


@rule("pip-install", "pip on the system Python keeps no cache and says that it means it")
def pip_install(task: Subject) -> Iterator[Finding]:
    """Debian's Python refuses without `--break-system-packages`, and a cache makes the image
    larger. Give both options, or use a virtual environment.
    """
    for step in task.dockerfile:
        for match in _PIP.finditer(step.arguments) if step.keyword == "RUN" else ():
            missing = [
                flag
                for flag in ("--no-cache-dir", "--break-system-packages")
                if flag not in match[2]
            ]
            if missing and match[1] in _SYSTEM_FOLDERS:
                yield task.finding(
                    FILE, step.line, f"pip install without {' and '.join(missing)}", "add the flags"
                )
