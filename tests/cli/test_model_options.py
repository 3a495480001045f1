"""What `liveclaw run` is told of a model and the way to it, before anything is built or run."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Liveclaw = Callable[..., subprocess.CompletedProcess[str]]
MODEL = ("-m", "custom/own")
URL = ("--base-url", "http://127.0.0.1:8000/v1")
CLOSED = ("--network", "model-only")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-a", "openclaw", *MODEL, *URL, "--api-key-env", "NO_SUCH_KEY"], "export NO_SUCH_KEY"),
        (["-a", "openclaw", *MODEL, *URL, "--api-key-env", "EMPTY_KEY"], "or it is empty"),
        (["-a", "openclaw", *MODEL, "--base-url", "nowhere"], "'nowhere' is no address"),
        (["-a", "openclaw", *MODEL, "--base-url", "ftp://a/v1"], "http(s)://"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://a:port/v1"], "http(s)://"),
        (["-a", "openclaw", *MODEL, "--base-url", "http:///v1"], "http(s)://"),
        (["-a", "openclaw", *MODEL, "--base-url", ""], "is no address"),
        (["-a", "oracle", "--base-url", "nowhere"], "'nowhere' is no address"),
        (["-a", "openclaw", *MODEL, *CLOSED], "nothing says where the model is"),
        (["-a", "openclaw", *MODEL, *URL, *CLOSED, "--env", "docker"], "needs the sandbox"),
        (["-a", "oracle", *CLOSED, "--env", "docker"], "needs the sandbox"),
        (["-a", "openclaw", *MODEL], "nothing says where the model is"),
        (["-a", "openclaw", *MODEL, *URL, "--ae", "CUSTOM_API=carrier-pigeon"], "no such API"),
        (["-a", "openclaw", *MODEL, *URL, "--ae", "CUSTOM_MAX_TOKENS=8k"], "no number of tokens"),
        (["-a", "openclaw", "-m", "custom/", *URL], "a model's name has 1 to"),
        (["-a", "openclaw", "-m", f"custom/{'x' * 300}", *URL], "a model's name has 1 to"),
        (["-a", "openclaw", "-m", "own", *URL], "-m custom/own"),
        (["-a", "openclaw", "-m", "own"], "-m PROVIDER/own"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://127.0.0.1:9/v1"], "nothing listens at"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://a/v1?x=1"], "is no address of a server"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://u:p@a/v1"], "is no address of a server"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://0.0.0.0:80/v1"], "http://127.0.0.1:80"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://[::1]:80/v1"], "http://127.0.0.1:80"),
        (["-a", "openclaw", *MODEL, "--base-url", "http://a:0/v1"], "is no address of a server"),
        (["-a", "openclaw"], "-m PROVIDER/NAME"),
        (["-a", "openclaw", *URL, *CLOSED], "-m PROVIDER/NAME"),
        (["-a", "terminus-2"], "-m PROVIDER/NAME"),
        (["-a", "oracle", "--network", "none"], "model-only"),
    ],
)
def test_what_cannot_be_is_wrong_usage(
    liveclaw: Liveclaw,
    write_task: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    monkeypatch.delenv("CUSTOM_BASE_URL", raising=False)
    monkeypatch.setenv("EMPTY_KEY", "")
    done = liveclaw("run", write_task("good"), *words)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr
    assert not list(Path("jobs").glob("*"))


def test_a_model_cannot_have_the_address_of_a_service(
    liveclaw: Liveclaw, write_task: Callable[..., Path]
) -> None:
    task = write_task("mail", services=["email"])
    taken = ("--base-url", "http://localhost:5002/v1")
    done = liveclaw("run", task, "-a", "openclaw", *MODEL, *taken)
    assert done.returncode == 2, done.stderr
    assert "localhost:5002 is the service email" in done.stderr.replace("\n", " ")
