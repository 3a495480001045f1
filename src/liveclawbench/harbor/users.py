"""Whose processes are the agent's, in an environment."""

from typing import Final

AGENT: Final = "1000"
_OTHERS = {"root", "0", "mock", ""}


def agent_of(user: str | int | None) -> str | None:
    """The user that commands of an agent run as, of `USER[:GROUP]`; None where it is no agent."""
    name = "" if user is None else str(user).partition(":")[0]
    return None if name in _OTHERS else name
