"""Errors of a model are told in its provider's words, by what kind they are."""

from typing import Any

import pytest

from liveclawbench.harbor.openclaw.failures import classified, failure


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        ("401 Incorrect API key provided", "401", "AgentAuthenticationError"),
        ("403 not for you", None, "AgentAuthenticationError"),
        ("429 Rate limit reached", None, "ApiRateLimitError"),
        ("404 The model does not exist", 404, "ModelNotFoundError"),
        ("402 Payment required", None, "ApiUsageLimitError"),
        ("You have no credits remaining", None, "ApiUsageLimitError"),
        ("503 upstream is down", None, "ApiInternalServerError"),
        ("400 maximum context length is 8192 tokens", "400", "ContextWindowExceededError"),
        ("Connection error.", None, "NetworkConnectionError"),
        ("400 the moon is in the way", "400", "UnknownApiError"),
    ],
)
def test_errors_are_told_apart(words: str, code: object, kind: str) -> None:
    error = classified(words, code)
    assert type(error).__name__ == kind
    assert str(error) == words


def event(**message: object) -> dict[str, Any]:
    return {"type": "message", "message": {"role": "assistant", **message}}


def test_the_last_answer_decides() -> None:
    bad = event(stopReason="error", errorMessage="500 oh no", errorCode="500")
    assert failure([bad, event(stopReason="stop")], "") is None
    error = failure([event(stopReason="stop"), bad], "the command failed")
    assert str(error) == "500 oh no"


def test_the_program_has_the_word_where_the_transcript_has_none() -> None:
    assert failure([], "") is None
    assert str(failure([], "cannot  read\nthe configuration")) == "cannot read the configuration"


@pytest.mark.parametrize("odd", [{}, {"message": None}, {"message": "x"}, {"message": {"role": 1}}])
def test_an_odd_transcript_does_no_harm(odd: dict[str, Any]) -> None:
    assert failure([odd], "") is None
