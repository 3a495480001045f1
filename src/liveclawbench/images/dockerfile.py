"""Reading a Dockerfile as far as building and naming its errors needs."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_LEAST_WORDS = {"COPY": 2, "ADD": 2, "ENV": 2, "LABEL": 2} | dict.fromkeys(
    (
        *("FROM", "RUN", "CMD", "ENTRYPOINT", "ARG", "USER", "WORKDIR", "EXPOSE", "VOLUME"),
        *("STOPSIGNAL", "SHELL", "HEALTHCHECK", "ONBUILD", "MAINTAINER"),
    ),
    1,
)
_HERE_KEYWORDS = ("RUN", "COPY", "ADD")
_HERE_DOCUMENT = re.compile(r"""(?:^|\s)<<-?["']?[A-Za-z_]""")
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})")
_LAYER_2 = re.compile(r"liveclawbench-[a-z0-9-]+-base(:latest)?")


@dataclass(frozen=True)
class Instruction:
    """`line` is where it starts, 1-based; `value` has its continuation lines joined."""

    line: int
    keyword: str
    value: str


def instructions(text: str) -> list[Instruction]:
    """Every instruction, in order."""
    found: list[Instruction] = []
    pending: list[str] = []
    start = 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        start = start if pending else number
        pending.append(line.removesuffix("\\").rstrip())
        if not line.endswith("\\"):
            found.append(_instruction(start, " ".join(pending)))
            pending = []
    if pending:
        found.append(_instruction(start, " ".join(pending)))
    return found


def mistakes(parsed: Sequence[Instruction]) -> Iterator[tuple[int, str]]:
    """Line and reason of what no builder understands; the rest is for the builder to find."""
    for step in parsed:
        words = [word for word in step.value.split() if not word.startswith("--")]
        least = _LEAST_WORDS.get(step.keyword)
        if step.keyword in _HERE_KEYWORDS and _HERE_DOCUMENT.search(step.value):
            yield step.line, "a here-document, which not every builder knows: COPY a file instead"
            return  # what follows is its text
        if least is None:
            near = difflib.get_close_matches(step.keyword, _LEAST_WORDS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            yield step.line, f"there is no instruction {step.keyword[:40]!r}{hint}"
        elif len(words) < least and not step.value.startswith("[") and not _pairs(step):
            count = f"{least} arguments" if least > 1 else "an argument"
            yield step.line, f"{step.keyword} needs {count}"


def _pairs(step: Instruction) -> bool:
    return step.keyword in ("ENV", "LABEL") and "=" in step.value


def with_base(text: str, actual: str) -> tuple[str, bool]:
    """`text` with every `FROM liveclawbench-<task>-base` on `actual`; whether there was one.

    An `ARG` before the first `FROM` may hold the name. Lines keep their numbers.
    """
    parsed = instructions(text)
    arguments = global_arguments(parsed)
    lines = text.splitlines()
    changed = False
    for instruction in parsed:
        name = _image_name(instruction)
        if instruction.keyword == "FROM" and _LAYER_2.fullmatch(_expand(name, arguments)):
            index = instruction.line - 1
            lines[index] = lines[index].replace(name, actual, 1)
            changed = True
    return "\n".join(lines) + "\n", changed


def global_arguments(parsed: list[Instruction]) -> dict[str, str]:
    """`ARG` defaults that stand before the first `FROM`."""
    arguments: dict[str, str] = {}
    for instruction in parsed:
        if instruction.keyword == "FROM":
            break
        if instruction.keyword == "ARG":
            name, _, value = instruction.value.partition("=")
            arguments[name.strip()] = value.strip().strip("\"'")
    return arguments


def failed_line(parsed: list[Instruction], output: Sequence[str]) -> int | None:
    """The line of the instruction that a builder announced last.

    `buildah` says `STEP 2/5: …` or `[2/3] STEP 2/5: …` and counts within a stage; `docker` says
    `Step 2/5 : …` and counts through the file.
    """
    for line in reversed(output):
        if found := re.match(r"(?:\[(\d+)/\d+\] )?STEP (\d+)/\d+: ", line):
            return _line(_stage(parsed, int(found[1] or 1)), int(found[2]))
        if found := re.match(r"Step (\d+)/\d+ : ", line):
            return _line(parsed, int(found[1]))
    return None


def read(path: Path) -> list[Instruction]:
    return instructions(path.read_text(encoding="utf-8"))


def _line(among: list[Instruction], number: int) -> int | None:
    return among[number - 1].line if number <= len(among) else None


def _stage(parsed: list[Instruction], number: int) -> list[Instruction]:
    starts = [i for i, step in enumerate(parsed) if step.keyword == "FROM"] + [len(parsed)]
    return parsed[starts[number - 1] : starts[number]] if number < len(starts) else []


def _instruction(line: int, text: str) -> Instruction:
    keyword, _, value = text.partition(" ")
    return Instruction(line, keyword.upper(), value.strip())


def _image_name(instruction: Instruction) -> str:
    words = [word for word in instruction.value.split() if not word.startswith("--")]
    return words[0] if words else ""


def _expand(name: str, arguments: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda m: arguments.get(m[1] or m[2]) or m[3] or "", name)
