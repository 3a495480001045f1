"""Answers of a model that plays terminus-2, which types what it is told into a terminal.

They are texts of the JSON that it asks for, not tool calls.
"""

import json
from collections.abc import Callable, Sequence

from scripted_model import Turn

_END = "echo typed-$((6 * 7))"
_ENDED = "typed-42"
_MOST_LOOKS = 60


def typed(*commands: str, seconds: float = 0.1, done: bool = False, plan: str = "Go on.") -> str:
    """One answer: commands, each of which it waits `seconds` for, or that all is `done`."""
    keys = [{"keystrokes": f"{command}\n", "duration": seconds} for command in commands]
    answer = {"analysis": "A terminal.", "plan": plan, "commands": keys, "task_complete": done}
    return json.dumps(answer)


def by_terminal(commands: Sequence[str]) -> list[Turn]:
    """The answers that type the commands one after the other and are done when all have ended."""
    return [*map(typed, commands), typed(_END), *[_when_ended()] * _MOST_LOOKS]


def _when_ended() -> Callable[[list[str]], Turn]:
    ended = False

    def look(seen: list[str]) -> Turn:
        nonlocal ended
        ended = ended or any(_ENDED in text for text in seen)
        # It asks whether that is meant, and wants to be told so twice.
        return typed(done=True) if ended else typed("", seconds=0.5, plan="I wait.")

    return look
