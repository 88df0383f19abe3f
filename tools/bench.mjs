// `npm run bench [-- name …]` installs and builds the dependencies of the benchmarks, even in a fresh clone, and runs
// them.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, ensureWebBuilt, findNode, reportFailure, root } from "./prepare.mjs";

try {
  await ensureInstalled({ forTests: true });
  const node = findNode();
  await ensureWebBuilt(node);
  const args = [join(root, "bench/run.ts"), ...process.argv.slice(2)];
  spawn(node, args, { cwd: root, stdio: "inherit" }).on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
