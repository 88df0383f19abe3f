// `node tools/run.mjs <file> [args]` runs one of the portal's programs from a fresh clone, with any Node.js version of
// npm. This is plain JavaScript without dependencies, for Node 18 or newer.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, findNode, reportFailure, root } from "./prepare.mjs";

const [file = "", ...args] = process.argv.slice(2);
try {
  await ensureInstalled({ forTests: false });
  const program = spawn(findNode(), [join(root, file), ...args], { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => program.kill(signal));
  program.on("exit", (code) => process.exit(code ?? 1));
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
