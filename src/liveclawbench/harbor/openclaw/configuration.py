"""What goes into `openclaw.json`."""

from collections.abc import Callable
from typing import Any

from liveclawbench.errors import UsageError

CUSTOM = "custom"
LOCAL = ["localhost", "127.0.0.1"]

# The keys are OpenClaw's own; what is not set stays as it is out of the box.
DEFAULTS: dict[str, Any] = {
    "agents": {
        "defaults": {
            # No files that ask the user who they are: there is nobody to answer.
            "skipBootstrap": True,
        }
    },
    # Chromium's own sandbox needs namespaces, which there are none of inside.
    "browser": {
        "noSandbox": True,
        "headless": True,
        "ssrfPolicy": {"allowedHostnames": LOCAL},
    },
    "tools": {"web": {"fetch": {"ssrfPolicy": {"allowedHostnames": LOCAL}}}},
    # There is nothing to tidy after a single run, and a thread that looks for it is waited for.
    "session": {"maintenance": {"mode": "warn", "maxDiskBytes": False}},
    "update": {"checkOnStart": False},
    "telemetry": {"enabled": False},
}
QUIET = {
    "OPENCLAW_NO_AUTO_UPDATE": "1",
    "OPENCLAW_OFFLINE": "1",
    "OPENCLAW_DISABLE_BONJOUR": "1",
    "DO_NOT_TRACK": "1",
}
"""Variables that keep OpenClaw from asking for anything but its model."""

_LONGEST_NAME = 200
_APIS = ("openai-completions", "openai-responses", "anthropic-messages", "google-generative-ai")


def custom_provider(
    get: Callable[[str], str | None], model: str, url: str | None, *, has_key: bool = True
) -> dict[str, Any]:
    """The provider of `custom/<model>` at `url`, from the variables `CUSTOM_…` that `get` knows.

    None of them is needed: `CUSTOM_API` (default openai-completions), `CUSTOM_CONTEXT_WINDOW`
    and `CUSTOM_MAX_TOKENS` (tokens), `CUSTOM_REASONING` (true or false) and `CUSTOM_INPUT_PRICE`,
    `CUSTOM_OUTPUT_PRICE` (dollars a million tokens). UsageError names what is wrong.
    """
    if not url:
        raise UsageError(
            f"{CUSTOM}/{model}: nothing says where the model is",
            hint="--base-url http://HOST:PORT/v1, or --ae CUSTOM_BASE_URL=…",
        )
    if not 0 < len(model) <= _LONGEST_NAME:
        raise UsageError(
            f"{CUSTOM}/{model[:40]}: a model's name has 1 to {_LONGEST_NAME} characters",
            hint=f"-m {CUSTOM}/NAME, where NAME is what the server calls it",
        )
    api = get("CUSTOM_API") or _APIS[0]
    if api not in _APIS:
        raise UsageError(f"CUSTOM_API={api}: no such API", hint=f"one of: {', '.join(_APIS)}")
    entry: dict[str, Any] = {"id": model, "name": model}
    for key, name in (
        ("contextWindow", "CUSTOM_CONTEXT_WINDOW"),
        ("maxTokens", "CUSTOM_MAX_TOKENS"),
    ):
        if text := get(name):
            entry[key] = _positive(name, text)
    if text := get("CUSTOM_REASONING"):
        if text.lower() not in ("true", "false", "1", "0"):
            raise UsageError(f"CUSTOM_REASONING={text}: neither true nor false")
        entry["reasoning"] = text.lower() in ("true", "1")
    prices = {
        kind: _price(name, text)
        for kind, name in (("input", "CUSTOM_INPUT_PRICE"), ("output", "CUSTOM_OUTPUT_PRICE"))
        if (text := get(name))
    }
    if prices:
        entry["cost"] = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, **prices}
    return {
        "baseUrl": url,
        "api": api,
        # OpenClaw fills it in from its environment, so that no file holds the key.
        "apiKey": "${CUSTOM_API_KEY}" if has_key else "none",
        "models": [entry],
    }


def _positive(name: str, text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise UsageError(f"{name}={text}: no number of tokens")
    return int(text)


def _price(name: str, text: str) -> float:
    try:
        price = float(text)
    except ValueError:
        price = -1.0
    if not 0 <= price < 1e6:
        raise UsageError(f"{name}={text}: no price in dollars a million tokens")
    return price
