// `npm start` starts the portal from a fresh clone. This is plain JavaScript without dependencies, because it runs
// before anything is installed, on Node 18 or newer.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, ensureWebBuilt, findNode, reportFailure, root } from "./tools/prepare.mjs";

/**
 * A small young generation keeps the process below 300 MB under load and is no slower (`npm run bench`). The second
 * flag lets the server collect garbage while it is idle.
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
 * Runs the server and exits with its status. The server reports its own progress. Over the IPC channel it notices when
 * this process is killed ("disconnect") and exits as well.
 * @param {string} node
 */
function startServer(node) {
  // Ctrl+C reaches the entire process group, `kill` only this process. The server treats a second signal as a
  // repetition. The handlers are registered before the server is started, so that no signal is missed.
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
  // npm starts this through a shell that does not forward a `kill` to its child, so stop when the shell has ended.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) server.kill("SIGTERM");
  }, 500).unref();
  server.on("error", (error) => {
    console.error(`The portal could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.on("exit", (code, signal) => {
    if (signal) console.error(`The portal was stopped by ${signal}.`);
    process.exit(code ?? 1);
  });
}
