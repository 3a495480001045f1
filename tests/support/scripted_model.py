"""A model whose answers are written beforehand, behind an OpenAI-compatible address.

    with scripted_model(shell("echo hello"), "Done.") as model:
        ...  # an agent that calls `model.base_url`
    assert model.requests[0]["messages"]

Each turn is a text, a `Call` (or several), a `Failure`, or `Garbage`; a function gets what the last
tool calls gave (or, without any, what was said since) and returns a turn. Failures are used up by
the request that they answer; otherwise which turn comes is told by how many the conversation has
already, so that a request that is sent again gets the same answer.
"""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route


@dataclass(frozen=True)
class Call:
    """A tool call, with what the model says along with it; `arguments` may be broken JSON."""

    name: str
    arguments: dict[str, Any] | str
    text: str = ""


@dataclass(frozen=True)
class Failure:
    """An answer of HTTP `status` with the provider's `message`."""

    status: int
    message: str
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Garbage:
    """An answer of status 200 that is no completion."""

    text: str = "<html>maintenance</html>"


@dataclass(frozen=True)
class Slow:
    """A turn that takes `seconds` to come."""

    seconds: float
    turn: "Turn"


type Turn = str | Call | Sequence[Call] | Failure | Garbage | Slow | Callable[[list[str]], "Turn"]


def shell(command: str, text: str = "") -> Call:
    """A command run by OpenClaw's `exec`."""
    return Call("exec", {"command": command}, text)


def browser(action: str, **arguments: Any) -> Call:
    """OpenClaw's browser, by way of the tool that calls those which are not offered directly."""
    return Call("tool_call", {"id": "browser", "args": {"action": action, **arguments}})


class ScriptedModel:
    """`requests`: the bodies that came in, `keys`: the keys that were shown, in their order."""

    def __init__(self, turns: Sequence[Turn], *, forever: bool = False) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.times: list[float] = []
        self.port = 0
        self._failures = [turn for turn in turns if isinstance(turn, Failure)]
        self._turns = [turn for turn in turns if not isinstance(turn, Failure)]
        self._forever = forever

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def answer(self, request: Request) -> Response:
        body = json.loads(await request.body())
        self.requests.append(body)
        self.times.append(time.time())
        self.keys.append(request.headers.get("authorization"))
        if self._failures:
            return _failed(self._failures.pop(0))
        turn = await self._turn(body["messages"])
        if isinstance(turn, Garbage):
            return Response(turn.text, media_type="text/html")
        message, usage = _message(turn, len(self.requests)), _usage(body, turn)
        if body.get("stream"):
            return StreamingResponse(_chunks(message, usage), media_type="text/event-stream")
        choice = {"index": 0, "message": message, "finish_reason": _reason(message)}
        return JSONResponse({**_HEAD, "object": _COMPLETION, "choices": [choice], "usage": usage})

    async def _turn(self, messages: list[dict[str, Any]]) -> Turn:
        number = sum(message["role"] == "assistant" for message in messages)
        number = number % len(self._turns) if self._forever else number
        turn: Turn = self._turns[number] if number < len(self._turns) else "I am done."
        while True:
            if isinstance(turn, Slow):
                await asyncio.sleep(turn.seconds)
                turn = turn.turn
            elif callable(turn):
                turn = turn(_observed(messages))
            else:
                return turn


_COMPLETION = "chat.completion"
_HEAD = {"id": "scripted", "created": 1_700_000_000, "model": "scripted"}


def _observed(messages: list[dict[str, Any]]) -> list[str]:
    """What the tool calls since the last answer have given; without any, what was said since."""
    found: dict[str, list[str]] = {"tool": [], "user": []}
    for message in reversed(messages):
        if message["role"] == "assistant":
            break
        if message["role"] in found:
            found[message["role"]].insert(0, _text(message["content"]))
    return found["tool"] or found["user"]


def _text(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return str(content)


def _failed(failure: Failure) -> Response:
    error = {"message": failure.message, "type": "scripted", "code": str(failure.status)}
    return JSONResponse({"error": error}, failure.status, failure.headers)


def _message(turn: Turn, number: int) -> dict[str, Any]:
    if isinstance(turn, str):
        return {"role": "assistant", "content": turn}
    calls = [turn] if isinstance(turn, Call) else list(turn)  # type: ignore[arg-type]
    return {
        "role": "assistant",
        "content": " ".join(call.text for call in calls if call.text) or None,
        "tool_calls": [
            {
                "id": f"call{number}x{index}",
                "type": "function",
                "function": {"name": call.name, "arguments": _json(call.arguments)},
            }
            for index, call in enumerate(calls)
        ],
    }


def _json(arguments: dict[str, Any] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _reason(message: dict[str, Any]) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"


def _usage(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    prompt, completion = len(json.dumps(body["messages"])) // 4, len(repr(turn)) // 4 + 1
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": prompt // 2},
    }


async def _chunks(message: dict[str, Any], usage: dict[str, Any]) -> Any:
    """The answer in server-sent pieces: each text word by word, each call in two halves."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": word} for word in (message["content"] or "").split(" ") if word]
    for delta in deltas[2:]:
        delta["content"] = " " + delta["content"]
    for index, call in enumerate(message.get("tool_calls", [])):
        arguments = call["function"]["arguments"]
        half = len(arguments) // 2
        named = {**call, "index": index}
        named["function"] = {**call["function"], "arguments": arguments[:half]}
        rest = {"index": index, "function": {"arguments": arguments[half:]}}
        deltas += [{"tool_calls": [named]}, {"tool_calls": [rest]}]
    head = {**_HEAD, "object": f"{_COMPLETION}.chunk"}
    for delta in deltas:
        choice = {"index": 0, "delta": delta, "finish_reason": None}
        yield f"data: {json.dumps({**head, 'choices': [choice]})}\n\n"
    choice = {"index": 0, "delta": {}, "finish_reason": _reason(message)}
    yield f"data: {json.dumps({**head, 'choices': [choice]})}\n\n"
    yield f"data: {json.dumps({**head, 'choices': [], 'usage': usage})}\n\n"
    yield "data: [DONE]\n\n"


@contextmanager
def scripted_model(*turns: Turn, forever: bool = False) -> Iterator[ScriptedModel]:
    """Serve `turns` on a free port of the loopback; `forever`: over and over again."""
    model = ScriptedModel(turns, forever=forever)
    path = "/v1/chat/completions"
    app = Starlette(routes=[Route(path, model.answer, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        model.port = door.getsockname()[1]
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[door])))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield model
        finally:
            server.should_exit = server.force_exit = True
            thread.join()
