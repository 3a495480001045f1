// Preloaded into OpenClaw and its worker threads (`node --import`): finds its modules without Node's
// general search, which looks at the disk anew for each of some 15,000 imports. What is found is the
// same. OpenClaw 2026.9.6 does so for its own names in .js, but most of its modules are named .mjs.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire, registerHooks, syncBuiltinESMExports } from "node:module";

const OWN = "file:///opt/openclaw/lib/node_modules/openclaw/";
const RELATIVE = /^\.\.?\/[^?#%]*\.m?js$/;
const PACKAGE = /^@?[a-z][^:?#%]*$/i;
const folders = new Map();
const packages = new Map();

const above = (url) => url.slice(0, url.lastIndexOf("/", url.length - 2) + 1);

// The names in a folder, and what the nearest package.json says of its .js files.
function folder(url) {
  if (!folders.has(url)) {
    const path = url.slice("file://".length);
    let names = [];
    try {
      names = readdirSync(path);
    } catch {}
    let type;
    if (names.includes("package.json"))
      type = JSON.parse(readFileSync(`${path}package.json`, "utf8")).type;
    else if (url !== OWN && !url.endsWith("/node_modules/")) type = folder(above(url)).type;
    folders.set(url, { names: new Set(names), type });
  }
  return folders.get(url);
}

function resolve(specifier, context, next) {
  const { parentURL = "", conditions = [], importAttributes = {} } = context;
  if (!parentURL.startsWith(OWN) || conditions.includes("require")) return next(specifier, context);
  if (RELATIVE.test(specifier)) {
    const url = new URL(specifier, parentURL).href;
    const { names, type } = url.startsWith(OWN) ? folder(above(url)) : {};
    if (names?.has(url.slice(url.lastIndexOf("/") + 1)) && (type === "module" || url.endsWith(".mjs")))
      return { url, format: "module", shortCircuit: true };
  } else if (PACKAGE.test(specifier) && Object.keys(importAttributes).length === 0) {
    const key = `${above(parentURL)} ${specifier}`;
    if (!packages.has(key)) packages.set(key, next(specifier, context));
    return { ...packages.get(key), shortCircuit: true };
  }
  return next(specifier, context);
}

registerHooks({ resolve });

// OpenClaw waits in turn for several worker threads, which start with none of Node's options.
const threads = createRequire(import.meta.url)("node:worker_threads");
const preload = `--import=${import.meta.url}`;
threads.Worker = class Worker extends threads.Worker {
  constructor(program, options = {}) {
    const { execArgv = process.execArgv } = options;
    const theirs = !String(program).startsWith(OWN) || execArgv.includes(preload);
    super(program, theirs ? options : { ...options, execArgv: [...execArgv, preload] });
  }
};
syncBuiltinESMExports();
