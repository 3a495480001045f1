// Prints the events of OpenClaw's newest session, one JSON object a line.
// Its transcript store: a table transcript_events(session_id, seq, event_json | event_zstd).
import { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import { writeSync } from "node:fs";

// Of a command's output 16 MiB are kept.
const MOST_BYTES = 15 << 20;
const state = process.env.OPENCLAW_STATE_DIR ?? `${process.env.HOME}/.openclaw`;
const store = `${state}/agents/${process.argv[2] ?? "main"}/agent/openclaw-agent.sqlite`;
const database = new DatabaseSync(store, { readOnly: true });
const session = database
  .prepare("select session_id from transcript_events order by rowid desc limit 1")
  .get();
const rows = database
  .prepare("select event_json, event_zstd from transcript_events where session_id = ? order by seq")
  .all(session?.session_id ?? "");
let written = 0;
for (const { event_json: text, event_zstd: packed } of rows) {
  const line = Buffer.from(text ?? zstdDecompressSync(packed, { maxOutputLength: MOST_BYTES }));
  written += line.length;
  if (written > MOST_BYTES) break;
  writeSync(1, line);
  writeSync(1, "\n");
}
