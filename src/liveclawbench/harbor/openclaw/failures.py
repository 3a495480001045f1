"""Which error a run of OpenClaw ended in, in the provider's own words."""

import re
from typing import Any, Final

from harbor.agents.installed.base import (
    AgentAuthenticationError,
    ApiInternalServerError,
    ApiRateLimitError,
    ApiUsageLimitError,
    ContextWindowExceededError,
    ModelNotFoundError,
    NetworkConnectionError,
    NonZeroAgentExitCodeError,
    UnknownApiError,
)

from liveclawbench.harbor.openclaw.trajectory import answers_in
from liveclawbench.sandbox import Traffic

_Kind = type[NonZeroAgentExitCodeError]
_BY_STATUS: Final[dict[int, _Kind]] = {
    401: AgentAuthenticationError,
    402: ApiUsageLimitError,
    403: AgentAuthenticationError,
    404: ModelNotFoundError,
    429: ApiRateLimitError,
}
_TOO_LONG: Final = r"context (?:length|window)|prompt is too long"
_BY_WORDS: Final[tuple[tuple[str, _Kind], ...]] = (
    (r"credit|quota|billing", ApiUsageLimitError),
    (r"connection error|network|fetch failed|timed? ?out|^terminated", NetworkConnectionError),
)
_LONGEST: Final = 1000


def failure(
    events: list[dict[str, Any]], said: str, traffic: Traffic | None = None
) -> NonZeroAgentExitCodeError | None:
    """The error in which a run ended, if it is one.

    `events` are those of the transcript; `said` is what the program itself gave as its reason,
    which counts where the transcript holds no error. Both could be the agent's work, to have a bad
    run not counted. So an error of the model has to be borne out by the `traffic` with it, where
    that can be read. An error that is not borne out, or not the model's, is a plain
    NonZeroAgentExitCodeError: what the agent has done by then is graded.
    """
    answers = answers_in(events)
    last = answers[-1] if answers else {}
    words, code = said, None
    if last.get("stopReason") == "error":
        told = last.get("errorMessage")
        if isinstance(told, str) and told.strip():
            words, code = told, last.get("errorCode")
    if not words:
        return None
    error, status = classified(words, code), _status(" ".join(words.split()), code)
    if type(error) is UnknownApiError and status is None:
        # No provider's error: the program's own, which is the agent's affair once it has begun.
        return NonZeroAgentExitCodeError(str(error)) if _has_begun(answers, traffic) else error
    if traffic is None or not traffic.readable or _borne_out(error, status, traffic):
        return error
    return NonZeroAgentExitCodeError(f"{error} (but no such answer of the model was seen)")


def _has_begun(answers: list[dict[str, Any]], traffic: Traffic | None) -> bool:
    if traffic is not None and traffic.readable:
        return traffic.statuses[200] > 0
    return any(answer.get("stopReason") != "error" for answer in answers)


def _borne_out(error: NonZeroAgentExitCodeError, status: int | None, traffic: Traffic) -> bool:
    if status is not None:
        return traffic.statuses[status] > 0
    if isinstance(error, NetworkConnectionError):
        return bool(traffic.refused or traffic.odd or traffic.cut)
    return any(number >= 400 for number in traffic.statuses)


def _status(words: str, code: object) -> int | None:
    """The HTTP status that an error names: `code`, or a number at its beginning."""
    number = re.match(r"(?:HTTP )?([45]\d\d)\b", str(code or "").strip() or words)
    return int(number[1]) if number else None


def classified(words: str, code: object = None) -> NonZeroAgentExitCodeError:
    """The kind of error by the HTTP status (`code`, or at the beginning), else by its words."""
    text = " ".join(words.split())[:_LONGEST]
    status = _status(text, code)
    if re.search(_TOO_LONG, text, re.IGNORECASE):
        return ContextWindowExceededError(text)
    if status in _BY_STATUS:
        return _BY_STATUS[status](text)
    if status is not None and status >= 500:
        return ApiInternalServerError(text)
    for pattern, kind in _BY_WORDS:
        if re.search(pattern, text, re.IGNORECASE):
            return kind(text)
    return UnknownApiError(text)
