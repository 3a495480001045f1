"""Errors of a model are told in its provider's words, by what kind they are."""

from collections import Counter
from typing import Any

import pytest

from liveclawbench.harbor.openclaw.failures import classified, failure
from liveclawbench.sandbox import Traffic


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


def test_the_program_has_the_word_where_the_model_never_answered() -> None:
    assert failure([], "") is None
    error = failure([], "cannot  read\nthe configuration")
    assert type(error).__name__ == "UnknownApiError"
    assert str(error) == "cannot read the configuration"


@pytest.mark.parametrize("odd", [{}, {"message": None}, {"message": "x"}, {"message": {"role": 1}}])
def test_an_odd_transcript_does_no_harm(odd: dict[str, Any]) -> None:
    assert failure([odd], "") is None


def kind_of(events: list[dict[str, Any]], said: str, traffic: Traffic | None) -> str:
    return type(failure(events, said, traffic)).__name__


GRADED = "NonZeroAgentExitCodeError"


def test_a_program_that_was_killed_after_it_had_begun_is_graded() -> None:
    begun = [event(stopReason="toolUse")]
    assert kind_of(begun, "openclaw ended with status 137", None) == GRADED
    assert kind_of([], "openclaw ended with status 137", Traffic(Counter({200: 1}))) == GRADED


def test_a_call_that_the_model_wrote_wrongly_is_graded() -> None:
    wrong = event(stopReason="error", errorMessage="an incomplete or malformed tool call")
    assert kind_of([event(stopReason="toolUse"), wrong], "", None) == GRADED


@pytest.mark.parametrize(
    ("words", "traffic", "kind"),
    [
        ("503 The server is down", Traffic(Counter({200: 3})), GRADED),
        ("503 The server is down", Traffic(Counter({200: 3, 503: 9})), "ApiInternalServerError"),
        ("503 The server is down", Traffic(), "ApiInternalServerError"),
        ("Connection error.", Traffic(Counter({200: 3})), GRADED),
        ("Connection error.", Traffic(Counter({200: 3}), refused=1), "NetworkConnectionError"),
        ("Connection error.", Traffic(Counter({200: 3}), odd=3), "NetworkConnectionError"),
        ("no credit left", Traffic(Counter({200: 3})), GRADED),
        ("no credit left", Traffic(Counter({400: 1})), "ApiUsageLimitError"),
    ],
)
def test_an_error_of_the_model_has_to_be_borne_out(words: str, traffic: Traffic, kind: str) -> None:
    claimed = [event(stopReason="toolUse"), event(stopReason="error", errorMessage=words)]
    assert kind_of(claimed, "", traffic) == kind
