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

_Kind = type[NonZeroAgentExitCodeError]
_BY_STATUS: Final[dict[int, _Kind]] = {
    401: AgentAuthenticationError,
    402: ApiUsageLimitError,
    403: AgentAuthenticationError,
    404: ModelNotFoundError,
    429: ApiRateLimitError,
}
_BY_WORDS: Final[tuple[tuple[str, _Kind], ...]] = (
    (r"context (?:length|window)|prompt is too long", ContextWindowExceededError),
    (r"credit|quota|billing", ApiUsageLimitError),
    (r"connection error|network|fetch failed|timed? ?out", NetworkConnectionError),
)
_LONGEST: Final = 1000


def failure(events: list[dict[str, Any]], said: str) -> NonZeroAgentExitCodeError | None:
    """The error of the last answer, if it is one.

    `events` are those of the transcript, `said` is what the program itself gave as its reason: that
    counts where the transcript holds no error.
    """
    answer = next(
        (
            message
            for event in reversed(events)
            if isinstance(message := event.get("message"), dict)
            and message.get("role") == "assistant"
        ),
        {},
    )
    words = answer.get("errorMessage") if answer.get("stopReason") == "error" else None
    if isinstance(words, str) and words.strip():
        return classified(words, answer.get("errorCode"))
    return classified(said) if said else None


def classified(words: str, code: object = None) -> NonZeroAgentExitCodeError:
    """The kind of error by the HTTP status (`code`, or at the beginning), else by its words."""
    text = " ".join(words.split())[:_LONGEST]
    number = re.match(r"(?:HTTP )?([45]\d\d)\b", str(code or "").strip() or text)
    status = int(number[1]) if number else None
    for pattern, kind in _BY_WORDS[:1]:
        if re.search(pattern, text, re.IGNORECASE):
            return kind(text)
    if status in _BY_STATUS:
        return _BY_STATUS[status](text)
    if status is not None and status >= 500:
        return ApiInternalServerError(text)
    for pattern, kind in _BY_WORDS[1:]:
        if re.search(pattern, text, re.IGNORECASE):
            return kind(text)
    return UnknownApiError(text)
