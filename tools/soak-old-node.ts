import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";
import { skipped } from "./soak/skipped.ts";

/**
 * `npm run soak -- old-node` runs `npm start` in a fresh clone of the committed state, with the oldest Node.js that the
 * README names and the npm of that version. The portal must serve its page.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const oldNode = "18";
const oldNpm = "10";
const startMinutes = 6;

process.exitCode =
  process.platform === "win32"
    ? skipped("the starter is checked on Linux and macOS")
    : await startFreshClone();

async function startFreshClone(): Promise<number> {
  const parent = mkdtempSync(join(tmpdir(), "praxisportal-old-node-"));
  try {
    const programs = installPrograms(parent);
    const clone = join(parent, "clone");
    execFileSync("git", ["clone", "--quiet", root, clone]);
    const port = await findFreePort();
    const child = spawn(join(programs, "npm"), ["start"], {
      cwd: clone,
      env: {
        ...process.env,
        // The npm that runs this program must not run the clone as well.
        npm_execpath: undefined,
        npm_node_execpath: undefined,
        PATH: `${programs}${delimiter}${process.env["PATH"]}`,
        PORT: `${port}`,
        DATA_DIR: join(parent, "data"),
        DEMO: "on",
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const ended = once(child, "close");
    const responds = await waitForPage(`http://127.0.0.1:${port}/`, () => child.exitCode !== null);
    child.kill("SIGTERM");
    await ended;
    console.log(responds ? `Node.js ${oldNode}: the portal responds` : `Node.js ${oldNode}: no response`);
    return responds ? 0 : 1;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Downloads the old Node.js and npm, and returns a folder with `node`, `npm` and `npx`. */
function installPrograms(parent: string): string {
  const programs = join(parent, "programs");
  mkdirSync(programs);
  const node = join(unpack(parent, `node-${process.platform}-${process.arch}@${oldNode}`), "bin", "node");
  const npm = unpack(parent, `npm@${oldNpm}`);
  symlinkSync(node, join(programs, "node"));
  for (const name of ["npm", "npx"]) {
    const script = join(programs, name);
    writeFileSync(script, `#!/bin/sh\nexec "${node}" "${join(npm, "bin", `${name}-cli.js`)}" "$@"\n`);
    chmodSync(script, 0o755);
  }
  return programs;
}

/** Returns the folder with the unpacked package. */
function unpack(parent: string, name: string): string {
  const folder = mkdtempSync(join(parent, "package-"));
  execFileSync("npm", ["pack", "--silent", name], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [archive] = readdirSync(folder);
  if (archive === undefined) throw new Error(`npm has no package ${name}`);
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  return join(folder, "package");
}

/** Returns whether the page responds before the program ends or the time limit is reached. */
async function waitForPage(address: string, isOver: () => boolean): Promise<boolean> {
  const deadline = Date.now() + startMinutes * 60_000;
  while (Date.now() < deadline && !isOver()) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok === true) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}
