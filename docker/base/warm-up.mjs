// Runs OpenClaw once against a model of our own, so that Node compiles its modules into
// NODE_COMPILE_CACHE. Loading them from source is most of the time that an agent takes to start.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const turns = [
  { tool_calls: [{ index: 0, id: "a1", type: "function", function: { name: "exec", arguments: '{"command":"true"}' } }] },
  { content: "Done." },
];

const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const asked = JSON.parse(text).messages.filter((message) => message.role === "assistant").length;
  const delta = { role: "assistant", content: null, ...turns[Math.min(asked, 1)] };
  const choice = { index: 0, delta, finish_reason: delta.tool_calls ? "tool_calls" : "stop" };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`data: ${JSON.stringify({ id: "w", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] })}\n\n`);
  response.end("data: [DONE]\n\n");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const state = `${process.env.HOME}/.openclaw`;
const provider = {
  baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
  apiKey: "none",
  api: "openai-completions",
  models: [{ id: "m", name: "m" }],
};
mkdirSync(state, { recursive: true });
writeFileSync(
  `${state}/openclaw.json`,
  JSON.stringify({
    agents: { defaults: { skipBootstrap: true } },
    models: { providers: { warm: provider } },
  }),
);
const options = ["--local", "--json", "--session-id", "warm", "--model", "warm/m", "--message", "Hello"];
const agent = spawn("openclaw", ["agent", ...options], { stdio: ["ignore", "ignore", "inherit"] });
const status = await new Promise((ended) => agent.on("exit", ended));
server.close();
server.closeAllConnections();
process.exit(status === 0 ? 0 : 1);
