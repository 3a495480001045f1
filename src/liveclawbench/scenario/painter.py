"""The process in which scenarios are drawn: nothing that one does ends the program itself.

`python -m liveclawbench.scenario.painter` reads requests from its standard input, a line of JSON
each (`path`, `seed`, `seconds`), and answers each with a line: either `services` and `files`
(their content as Latin-1), or `error` and what else a LiveClawError has. It ends with its input.
"""

import faulthandler
import json
import os
import queue
import signal
import threading
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from liveclawbench.errors import LiveClawError
from liveclawbench.scenario.files import files_of
from liveclawbench.scenario.loading import OvertimeError, build_scenario

GRACE = 3.0
"""Seconds between asking a scenario to end and ending the process."""


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    seconds = float(request["seconds"])

    def too_long(_number: int, _frame: FrameType | None) -> NoReturn:
        raise OvertimeError(f"takes longer than {seconds:g} s")

    signal.signal(signal.SIGALRM, too_long)
    # Ends, where nobody is left who would, also what no signal interrupts: a long step within C.
    faulthandler.dump_traceback_later(seconds + 2 * GRACE, exit=True)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return _drawn(Path(request["path"]), request["seed"])
    except LiveClawError as error:
        where = None if error.path is None else str(error.path)
        return {"error": error.message, "hint": error.hint, "path": where, "line": error.line}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def _drawn(path: Path, seed: int) -> dict[str, Any]:
    scenario = build_scenario(path, seed)
    try:
        files = files_of(scenario)
    except (TypeError, ValueError) as error:
        raise LiveClawError(str(error), path=path) from None
    except BaseException as error:
        raise LiveClawError(f"{type(error).__name__}: {error}", path=path) from None
    return {
        "services": sorted(scenario.services),
        "files": {name: content.decode("latin-1") for name, content in files.items()},
    }


def _receive(source: Iterable[str], requests: "queue.SimpleQueue[str]") -> None:
    for line in source:
        requests.put(line)
    os._exit(0)


def main() -> NoReturn:
    """Answer until nobody asks any more. What a scenario prints goes to standard error."""
    source, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(source, requests), daemon=True).start()
    while True:
        print(json.dumps(_answer(json.loads(requests.get()))), file=answers, flush=True)


if __name__ == "__main__":
    main()
