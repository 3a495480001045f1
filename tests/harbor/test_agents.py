"""How Harbor is told of an agent."""

import pytest

from liveclawbench.errors import UsageError
from liveclawbench.harbor import Agent
from liveclawbench.harbor.agents import check_agent

URL = "http://127.0.0.1:8000/v1"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "MSWEA_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "outside"),
    [
        ("oracle", True),
        ("liveclawbench.harbor:Script", True),
        ("terminus-2", True),
        ("openclaw", False),
        ("mini-swe-agent", False),
    ],
)
def test_an_agent_that_is_installed_is_inside(name: str, outside: bool) -> None:
    assert Agent(name).is_outside() is outside


def test_a_server_of_ones_own_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent("terminus-2", "openai/own", {"llm_kwargs": {"top_p": 1}}, base_url=URL)
    check_agent(agent)
    assert agent.config().kwargs == {"llm_kwargs": {"top_p": 1, "api_key": "none"}}
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real")
    assert agent.config().kwargs == {"llm_kwargs": {"top_p": 1}}


@pytest.mark.parametrize("llm", [3, "x", [1], None])
def test_odd_settings_of_the_client_are_wrong_usage(llm: object) -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        check_agent(Agent("terminus-2", "openai/own", {"llm_kwargs": llm}, base_url=URL))


@pytest.mark.parametrize("name", ["terminus-2", "mini-swe-agent"])
def test_a_missing_key_is_told_with_our_own_option(name: str) -> None:
    with pytest.raises(UsageError) as said:
        check_agent(Agent(name, "openai/gpt-9"))
    assert "Set OPENAI_API_KEY or" in said.value.message
    assert "--" not in said.value.message
    assert "--api-key-env NAME" in (said.value.hint or "")
