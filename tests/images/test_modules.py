"""The preloaded way to OpenClaw's modules (`docker/base/modules.mjs`), against Node's own."""

import json
from collections.abc import AsyncIterator

import pytest

from liveclawbench.images import Store
from liveclawbench.paths import cache_dir
from liveclawbench.sandbox import Sandbox

pytestmark = pytest.mark.slow

PRELOAD = "--import=file:///usr/local/share/liveclawbench/modules.mjs"
QUIET = {
    "NODE_NO_WARNINGS": "1",
    "OPENCLAW_OFFLINE": "1",
    "OPENCLAW_NO_RESPAWN": "1",
    "OPENCLAW_PACKAGED_COMPILE_CACHE_RESPAWNED": "1",
}
WRITE_DOWN = """
import { registerHooks } from "node:module";
import { writeFileSync } from "node:fs";
const found = {};
registerHooks({
  resolve(specifier, context, next) {
    const { url, format } = next(specifier, context);
    found[`${specifier} of ${context.parentURL} by ${context.conditions}`] = [url, format];
    return { url, format, shortCircuit: true };
  },
});
process.on("exit", () => writeFileSync(process.env.FOUND, JSON.stringify(found)));
"""
START = """
import { Worker } from "node:worker_threads";
const worker = new Worker(new URL(`file://${process.argv[2]}`), { execArgv: [] });
worker.on("message", (options) => console.log(JSON.stringify(options)));
"""
TELL = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(process.execArgv);'


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(Store(cache_dir(), variant="latest").base()) as sandbox:
        yield sandbox


async def write(sandbox: Sandbox, path: str, text: str) -> str:
    done = await sandbox.exec(["sh", "-c", 'printf %s "$0" > "$1"', text, path])
    assert done.return_code == 0, done.stderr
    return path


async def test_it_finds_what_node_finds(sandbox: Sandbox) -> None:
    write_down = await write(sandbox, "/tmp/write-down.mjs", WRITE_DOWN)
    found = []
    for preloads in ([], [PRELOAD]):
        node = ["node", *preloads, f"--import={write_down}"]
        done = await sandbox.exec(
            [*node, "/opt/openclaw/bin/openclaw", "plugins", "list"],
            env={**QUIET, "FOUND": "/tmp/found.json"},
            user="node",
        )
        assert done.return_code == 0, done.stderr
        found.append(json.loads((await sandbox.exec(["cat", "/tmp/found.json"])).stdout))
    assert len(found[0]) > 5_000
    assert found[1] == found[0]


@pytest.mark.parametrize(
    ("folder", "options"),
    [("/opt/openclaw/lib/node_modules/openclaw/dist", [PRELOAD]), ("/tmp", [])],
)
async def test_only_openclaws_own_threads_get_it(
    sandbox: Sandbox, folder: str, options: list[str]
) -> None:
    start = await write(sandbox, "/tmp/start.mjs", START)
    tell = await write(sandbox, f"{folder}/tell.mjs", TELL)
    done = await sandbox.exec(["node", PRELOAD, start, tell], env=QUIET, user="node")
    assert json.loads(done.stdout) == options, done.stderr
