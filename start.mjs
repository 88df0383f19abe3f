// `npm start`: from a fresh clone to the running portal. Plain JavaScript without dependencies, because it runs
// before anything is installed, on Node 18 or newer.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, ensureWebBuilt, findNode, reportFailure, root } from "./tools/prepare.mjs";

/**
 * A small young generation: under load the process stays below 300 MB, and is no slower (`npm run bench`). With the
 * second the server may collect when it is idle.
 */
const SERVER_FLAGS = ["--max-semi-space-size=8", "--expose-gc"];
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

try {
  await ensureInstalled({ forTests: false });
  const node = findNode();
  await ensureWebBuilt(node);
  startServer(node);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

/**
 * Runs the server and ends as it ends. The server says its own steps. Over the IPC channel it notices when this
 * process is killed ("disconnect") and does not stay behind.
 * @param {string} node
 */
function startServer(node) {
  // Ctrl+C reaches the whole group, `kill` only this process: the server takes the second signal as the same wish.
  // Before it is there, so that none comes between.
  for (const signal of SIGNALS) process.on(signal, () => server.kill(signal));
  const server = spawn(
    node,
    [...SERVER_FLAGS, join(root, "apps/server/src/main.ts"), ...process.argv.slice(2)],
    {
      cwd: root,
      env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node-compile"), ...process.env },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    },
  );
  server.channel?.unref();
  // npm runs this through a shell that takes a `kill` for itself and leaves its child behind: follow it.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) server.kill("SIGTERM");
  }, 500).unref();
  server.on("error", (error) => {
    console.error(`The portal could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.on("exit", (code, signal) => {
    if (signal) console.error(`The portal was ended by ${signal}.`);
    process.exit(code ?? 1);
  });
}
