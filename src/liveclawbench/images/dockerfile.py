"""Reading a Dockerfile as far as building and naming its errors needs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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
    """The line of the instruction that a builder announced last (`STEP 2/5: …`, `[2/3] STEP …`)."""
    announced = None
    for line in output:
        if found := re.match(r"(?:\[(\d+)/\d+\] )?S(?:TEP|tep) (\d+)/\d+ ?: ", line):
            announced = (int(found[1] or 1), int(found[2]))
    if announced is None:
        return None
    stages: list[list[Instruction]] = []
    for instruction in parsed:
        if instruction.keyword == "FROM":
            stages.append([])
        if stages:
            stages[-1].append(instruction)
    stage, step = announced
    if stage > len(stages) or step > len(stages[stage - 1]):
        return None
    return stages[stage - 1][step - 1].line


def read(path: Path) -> list[Instruction]:
    return instructions(path.read_text())


def _instruction(line: int, text: str) -> Instruction:
    keyword, _, value = text.partition(" ")
    return Instruction(line, keyword.upper(), value.strip())


def _image_name(instruction: Instruction) -> str:
    words = [word for word in instruction.value.split() if not word.startswith("--")]
    return words[0] if words else ""


def _expand(name: str, arguments: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda m: arguments.get(m[1] or m[2]) or m[3] or "", name)
