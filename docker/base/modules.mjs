// Preloaded into OpenClaw and its worker threads (`node --import`): finds its own modules without
// Node's general search, which reads the package's description anew for each of some 15,000 imports.
// OpenClaw 2026.9.6 does the same for names in .js, but most of its modules are named .mjs.
import { readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const OWN = "file:///opt/openclaw/lib/node_modules/openclaw/dist/";
const MODULE = /^\.\.?\/.*\.m?js$/;
const folders = new Map();

function names(folder) {
  if (!folders.has(folder)) {
    try {
      folders.set(folder, new Set(readdirSync(fileURLToPath(folder))));
    } catch {
      folders.set(folder, new Set());
    }
  }
  return folders.get(folder);
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions = [] } = context;
    if (parentURL.startsWith(OWN) && MODULE.test(specifier) && !conditions.includes("require")) {
      const url = new URL(specifier, parentURL).href;
      const name = url.lastIndexOf("/") + 1;
      if (url.startsWith(OWN) && names(url.slice(0, name)).has(url.slice(name)))
        return { url, format: "module", shortCircuit: true };
    }
    return next(specifier, context);
  },
});
