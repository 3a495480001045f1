"""The configuration that OpenClaw gets for a model of one's own."""

import pytest

from liveclawbench.errors import UsageError
from liveclawbench.harbor.openclaw.configuration import custom_provider

URL = "http://127.0.0.1:8000/v1"


def provider(**variables: str) -> dict[str, object]:
    found = custom_provider(variables.get, "tiny", URL)
    [model] = found.pop("models")
    return {**found, "model": model}


def test_an_address_is_enough() -> None:
    assert provider() == {
        "baseUrl": URL,
        "api": "openai-completions",
        "apiKey": "${CUSTOM_API_KEY}",
        "model": {"id": "tiny", "name": "tiny"},
    }


def test_the_limits_and_prices_of_a_model_are_passed_on() -> None:
    model = provider(
        CUSTOM_CONTEXT_WINDOW="32000",
        CUSTOM_MAX_TOKENS="4000",
        CUSTOM_REASONING="true",
        CUSTOM_API="anthropic-messages",
        CUSTOM_INPUT_PRICE="0.5",
    )
    assert model["api"] == "anthropic-messages"
    assert model["model"] == {
        "id": "tiny",
        "name": "tiny",
        "contextWindow": 32000,
        "maxTokens": 4000,
        "reasoning": True,
        "cost": {"input": 0.5, "output": 0, "cacheRead": 0, "cacheWrite": 0},
    }


def test_without_an_address_there_is_no_provider() -> None:
    with pytest.raises(UsageError, match="nothing says where the model is"):
        custom_provider({}.get, "tiny", None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CUSTOM_CONTEXT_WINDOW", "32k"),
        ("CUSTOM_CONTEXT_WINDOW", "0"),
        ("CUSTOM_MAX_TOKENS", "-1"),
        ("CUSTOM_REASONING", "perhaps"),
        ("CUSTOM_API", "smoke-signals"),
        ("CUSTOM_OUTPUT_PRICE", "nan"),
        ("CUSTOM_INPUT_PRICE", "-2"),
    ],
)
def test_a_wrong_value_is_told_by_its_name(name: str, text: str) -> None:
    with pytest.raises(UsageError, match=f"{name}={text}"):
        provider(**{name: text})
