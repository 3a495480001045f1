"""Loading `scenario.py` by path, with its errors pointing into it."""

import sys
import traceback
from pathlib import Path
from types import ModuleType

from liveclawbench.errors import LiveClawError
from liveclawbench.paths import TASKS
from liveclawbench.scenario.scenario import Build, SameAs, Scenario
from liveclawbench.tasks.text import read_text


class OvertimeError(BaseException):
    """A scenario takes too long; no Exception, so that hardly any scenario catches it."""


def load_build(path: Path, _chain: tuple[Path, ...] = ()) -> Build:
    """The `build` of a `scenario.py`; that of a matched pair is resolved through the other task.

    The other task is looked for beside this one, then in the corpus. LiveClawError names file and
    line of what is wrong.
    """
    path = path.resolve()
    if path in _chain:
        raise LiveClawError("same_as goes round in a circle", path=path)
    build = getattr(_module(path), "build", None)
    if isinstance(build, Build):
        return build
    if isinstance(build, SameAs):
        other = _other(path, build.task)
        return load_build(other, (*_chain, path)).variant(build.faults, build.switches)
    raise LiveClawError(
        "defines no scenario named `build`",
        path=path,
        hint="`@scenario def build(draw): …` or `build = same_as(…)`",
    )


def build_scenario(path: Path, seed: int) -> Scenario:
    """The scenario of that file and seed; whatever it raises becomes a LiveClawError with its line.

    Also a SystemExit or KeyboardInterrupt: for the process of `painter` only.
    """
    build = load_build(path)
    try:
        return build(seed)
    except LiveClawError as error:
        if error.path is None:
            error.path = path
        raise
    except BaseException as error:
        raise _located(error, path, f"seed {seed}: ") from error


def _module(path: Path) -> ModuleType:
    name = f"_scenario_{path.parent.name.replace('-', '_')}_{abs(hash(path)):x}"
    module = ModuleType(name)
    module.__file__ = str(path)
    source = read_text(path)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)  # noqa: S102 (the task's own code)
    except LiveClawError:
        raise
    except BaseException as error:
        raise _located(error, path, "") from error
    finally:
        sys.modules.pop(name, None)
    return module


def _other(path: Path, task: str) -> Path:
    for root in (path.parent.parent, TASKS):
        if (found := root / task / "scenario.py").is_file():
            return found
    raise LiveClawError(
        f"same_as names the task {task!r}, which has no scenario.py", path=path, line=1
    )


def _located(error: BaseException, path: Path, context: str) -> LiveClawError:
    """The error, at the innermost line of a scenario file that it passed through."""
    where, line = path, 1
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line = error.lineno or 1
    root = path.parent.parent
    for frame in traceback.extract_tb(error.__traceback__):
        file = Path(frame.filename)
        if file.name == "scenario.py" and (file.is_relative_to(root) or file.is_relative_to(TASKS)):
            where, line = file, frame.lineno or 1
    kind = "" if isinstance(error, OvertimeError) else f"{type(error).__name__}: "
    return LiveClawError(f"{context}{kind}{error}", path=where, line=line)
