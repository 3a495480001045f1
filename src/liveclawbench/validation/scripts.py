"""Rules about solution/ and the scripts of a task."""

import ast
import re
from collections.abc import Iterator

from liveclawbench.validation.expectation import read_expectation
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import rule
from liveclawbench.validation.subject import Subject

_AGENT = re.compile(
    r"\b(?:openclaw|claude|codex|gemini|aider|harbor)\s+(?:agent|run|exec|-p|-m|chat)\b"
)
_LOOP_START = re.compile(r"(?:^|;)\s*do\b")
_LOOP_END = re.compile(r"(?:^|[;&])\s*done\b")
_SLEEP = re.compile(r"(?<![\w-])sleep\s+[\d.$]")
_FEWEST_MISSES = 3


@rule("python", "every Python file of scenario, oracle and verifier compiles")
def python(task: Subject) -> Iterator[Finding]:
    """A verifier that does not compile is an error in every trial. The line is that of the
    syntax error.
    """
    names = [*task.files("tests", ".py"), *task.files("solution", ".py")]
    for name in [*names, *(["scenario.py"] if task.exists("scenario.py") else [])]:
        if error := task.syntax_error(name):
            yield task.finding(name, *error, "correct the syntax")


@rule("oracle", "solve.sh solves the task itself, calling no agent")
def oracle(task: Subject) -> Iterator[Finding]:
    """The reference has to prove that the task can be done from what the instruction says.
    Write it as a short program over HTTP or files.
    """
    for name in task.files("solution", ".sh", ".py"):
        for line, match in task.search(name, _AGENT):
            yield task.finding(
                name, line, f"calls an agent: {match[0]}", "solve it in a few lines of code"
            )
    text = task.text("solution/solve.sh")
    if task.exists("solution/solve.sh") and not _does_something(text):
        yield task.finding("solution/solve.sh", 1, "does nothing", "write the oracle")


@rule("near-misses", "at least three near misses, and one oracle that does a harmful extra thing")
def near_misses(task: Subject) -> Iterator[Finding]:
    """They prove that the verifier tells right from nearly right. Each begins with `# expect
    LO..HI: why`, inside [0, 1]; that of an `extra-….sh` ends below 1.
    """
    folder = "solution/near_misses"
    names = [n for n in task.files(folder, ".sh") if n.count("/") == 2]
    extra = [n for n in names if n.rpartition("/")[2].startswith("extra-")]
    if len(names) - len(extra) < _FEWEST_MISSES:
        yield task.finding(
            folder,
            1,
            f"{len(names) - len(extra)} near misses, not {_FEWEST_MISSES}",
            "add mistakes that a capable model would plausibly make",
        )
    if not extra:
        yield task.finding(
            folder,
            1,
            "no near miss named extra-*.sh",
            "run the oracle, then one harmful thing: a second order, a deleted mail",
        )
    for name in names:
        first = task.text(name).split("\n", 1)[0]
        expected = read_expectation(first)
        if expected is None:
            yield task.finding(
                name,
                1,
                "the first line is not `# expect LO..HI: why`",
                "# expect 0.3..0.6: the cheapest watch, ignoring the rating",
            )
        elif name in extra and expected.high >= 1.0:
            yield task.finding(
                name, 1, "a harmful extra thing may not earn 1.0", "lower the upper bound"
            )


@rule("fixed-sleep", "nothing waits a fixed time for something to be ready")
def fixed_sleep(task: Subject) -> Iterator[Finding]:
    """Too short on a slow machine, wasted on a fast one. Wait for the thing itself, in a loop."""
    fix = "wait for the thing itself: poll until it answers"
    for folder in ("environment", "tests", "solution"):
        for name in task.files(folder, ".sh"):
            for line in _shell_sleeps(task.text(name)):
                yield task.finding(name, line, "sleeps a fixed time", fix)
    for step in task.dockerfile:
        if step.keyword in {"RUN", "CMD"} and _SLEEP.search(step.arguments):
            yield task.finding("environment/Dockerfile", step.line, "sleeps a fixed time", fix)
    for folder in ("tests", "solution"):
        for name in task.files(folder, ".py"):
            for line in _python_sleeps(task.text(name)):
                yield task.finding(name, line, "sleeps a fixed time", fix)


def _does_something(script: str) -> bool:
    idle = ("#", "set ", "exit", "true", ":")
    lines = (line.strip() for line in script.splitlines())
    return any(
        line
        and not line.startswith(idle)
        and not (line.startswith(("echo", "printf")) and not re.search(r"[>|]", line))
        for line in lines
    )


def _shell_sleeps(script: str) -> Iterator[int]:
    depth = 0
    for number, line in enumerate(script.splitlines(), 1):
        code = line.split("#", 1)[0]
        depth += len(_LOOP_START.findall(code))
        if _SLEEP.search(code) and depth == 0:
            yield number
        depth = max(0, depth - len(_LOOP_END.findall(code)))


def _python_sleeps(source: str) -> Iterator[int]:
    if "sleep" not in source:
        return
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    polled = {
        id(inner)
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While | ast.For)
        for inner in ast.walk(loop)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in polled:
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name == "sleep":
                yield node.lineno
