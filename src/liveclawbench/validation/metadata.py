"""Rules about names, required files and task.toml."""

import difflib
from collections.abc import Iterator

from liveclawbench.tasks import is_kebab, tags
from liveclawbench.tasks.config import Metadata
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import rule
from liveclawbench.validation.subject import Subject

_SERVICES = "[metadata] services: "
_REQUIRED = {
    "task.toml": "docs/reference/task-format.md lists every key",
    "instruction.md": "write what the agent is told",
    "environment/Dockerfile": "FROM liveclawbench-<task>-base:latest, at the least",
    "tests/test.sh": "exec /opt/mock/venv/bin/python -I /tests/verify.py",
    "tests/verify.py": "write the verifier: docs/reference/verification.md",
    "solution/solve.sh": "write the oracle: it solves the task as the agent would",
}


@rule("name", "a task directory is named in kebab-case")
def kebab_name(task: Subject) -> Iterator[Finding]:
    """The name becomes part of image names, job folders and listings. Rename the directory:
    lower-case words joined by hyphens, such as `watch-purchase`.
    """
    if not is_kebab(task.name):
        yield task.finding(
            ".", 1, f"{task.name!r} is not kebab-case", "rename it, like flight-seat-selection"
        )


@rule("required-files", "every file that a task must have is there")
def required_files(task: Subject) -> Iterator[Finding]:
    """Harbor needs the first five; `solution/solve.sh` is what proves the task. [The
    format](task-format.md) says what each holds.
    """
    for name, fix in _REQUIRED.items():
        if not task.exists(name):
            yield task.finding(name, 1, f"there is no {name}", fix)


@rule("text", "what is read as text is UTF-8 text of a sensible size")
def readable(task: Subject) -> Iterator[Finding]:
    """Instructions, scripts and data are read by people and programs alike. Save the file as
    UTF-8; keep it below 4 MB.
    """
    texts = {name for name in _REQUIRED if task.exists(name)}
    for folder in ("tests", "solution", "mock"):
        texts.update(task.files(folder, ".py", ".sh", ".json", ".toml", ".md"))
    for name in sorted(texts | ({"scenario.py"} if task.exists("scenario.py") else set())):
        if error := task.unreadable(name):
            yield task.finding(name, error.line or 1, error.message, "save it as UTF-8 text")
        elif (at := task.text(name).find("\0")) >= 0:
            line = task.text(name).count("\n", 0, at) + 1
            yield task.finding(name, line, "holds a NUL byte: no text", "save it as UTF-8 text")


@rule("task-toml", "task.toml is valid TOML with every key of the right kind")
def well_formed(task: Subject) -> Iterator[Finding]:
    """A wrong key would be noticed only when a trial fails. The table in [the
    format](task-format.md) has every key with its kind and bounds.
    """
    for error in task.parsed[1] if task.exists("task.toml") else ():
        if "factor_" not in error.message and not error.message.startswith(_SERVICES):
            yield task.finding("task.toml", error.line or 1, error.message, error.hint or "")


@rule("factors", "all six factors are given, each 0 or 1")
def factors(task: Subject) -> Iterator[Finding]:
    """A task without a factor says so with 0: a missing one could be an oversight. Write all
    six.
    """
    for error in task.parsed[1]:
        if "factor_" in error.message:
            yield task.finding(
                "task.toml", error.line or 1, error.message, "write 0 or 1; all six are required"
            )


@rule("unknown-key", "no key of [metadata] is a misspelling of a known one")
def unknown_key(task: Subject) -> Iterator[Finding]:
    """`categorie` would silently mean nothing. Correct the spelling, or leave the key out."""
    metadata = task.toml.get("metadata")
    known = list(Metadata.model_fields)
    for key in metadata if isinstance(metadata, dict) else ():
        near = difflib.get_close_matches(key, known, n=1, cutoff=0.8)
        if near and key not in known:
            yield task.toml_finding(
                ("metadata", key), f"{key} is not a key of ours", f"did you mean {near[0]}?"
            )


@rule("domains", "domains_multi includes the primary domain, each once")
def primary_domain(task: Subject) -> Iterator[Finding]:
    """Reports add up by these. Put the primary domain into `domains_multi` as well, and no
    domain twice.
    """
    if not task.config:
        return
    meta = task.config.metadata
    if meta.domain not in meta.domains_multi:
        yield task.toml_finding(
            ("metadata", "domains_multi"),
            f"domains_multi lacks the primary domain {meta.domain!r}",
            "add it, first",
        )
    if len(set(meta.domains_multi)) != len(meta.domains_multi):
        yield task.toml_finding(
            ("metadata", "domains_multi"), "a domain is named twice", "name each once"
        )


@rule("tags", "tags are those of domains_multi, in the same order")
def tags_in_step(task: Subject) -> Iterator[Finding]:
    """Other tools filter by tag. One tag a domain, in the order of `domains_multi`: `Social
    Media` is `social_media`.
    """
    if task.config and task.config.metadata.tags != tags(task.config.metadata.domains_multi):
        wanted = tags(task.config.metadata.domains_multi)
        yield task.toml_finding(
            ("metadata", "tags"), "tags are out of step with domains_multi", f"tags = {wanted}"
        )


@rule("allow-internet", "allow_internet is true: the agent calls its model from inside")
def allow_internet(task: Subject) -> Iterator[Finding]:
    """An agent that runs inside cannot reach its model otherwise. What the agent may reach is
    limited when it is run, not here.
    """
    environment = task.toml.get("environment")
    given = environment.get("allow_internet") if isinstance(environment, dict) else None
    if task.toml and given is not True:
        yield task.toml_finding(
            ("environment", "allow_internet"),
            "allow_internet is not true, so the agent could not reach its model",
            "[environment] allow_internet = true",
        )


@rule("users", "the agent runs as node and the verifier as root")
def users(task: Subject) -> Iterator[Finding]:
    """The agent must not read the databases and the tests; the verifier must. `[agent] user =
    "node"`, `[verifier] user = "root"`.
    """
    for section, user in (("agent", "node"), ("verifier", "root")):
        table = task.toml.get(section)
        if task.toml and (not isinstance(table, dict) or table.get("user") != user):
            yield task.toml_finding(
                (section, "user"), f"[{section}] does not run as {user}", f'user = "{user}"'
            )


@rule("services", "services are declared once, exist, and each has its seed data in mock/")
def services(task: Subject) -> Iterator[Finding]:
    """What is declared is started, and must have something to start with: `mock/<service>.json`
    for each of `services`.
    """
    for error in task.parsed[1]:
        if error.message.startswith(_SERVICES):
            message = error.message.removeprefix(_SERVICES)
            yield task.finding("task.toml", error.line or 1, message, error.hint or "")
    if not task.config:
        return
    if "services" not in task.toml["metadata"]:
        yield task.toml_finding(
            ("metadata",), "services is missing", 'services = ["shop", …], or [] for none'
        )
    for name in task.services:
        if not task.exists(f"mock/{name}.json"):
            yield task.finding(
                f"mock/{name}.json", 1, f"service {name!r} has no seed data", "`liveclaw render`"
            )
    for file in task.files("mock", ".json"):
        if file.removeprefix("mock/").removesuffix(".json") not in task.services:
            yield task.finding(
                file, 1, "seed data of a service that the task does not start", "delete it"
            )
