import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A minimal repository of the same layout, with stubs for Vite and the server. */
let clone: string;
let parent: string;

const VITE = `
  import { cpSync, mkdirSync, readFileSync } from "node:fs";
  const out = process.argv[process.argv.indexOf("--outDir") + 1];
  if (readFileSync("index.html", "utf8").includes("broken")) { console.error("index.html: broken"); process.exit(3); }
  mkdirSync(out, { recursive: true });
  cpSync("index.html", out + "/index.html");`;

const SERVER = `
  process.on("SIGTERM", () => process.exit(0));
  process.on("disconnect", () => { console.log("left alone"); process.exit(0); });
  console.log("serving", process.pid);
  if (process.argv[2] === "fail") { console.error("one clear line"); process.exit(7); }
  setInterval(() => {}, 1000);`;

const LOCK = {
  name: "clone",
  lockfileVersion: 3,
  requires: true,
  packages: {
    "": { name: "clone", workspaces: ["packages/*"] },
    "node_modules/vite": { resolved: "packages/vite", link: true },
    "packages/vite": { name: "vite", version: "1.0.0" },
    "packages/contract": { name: "contract", version: "1.0.0" },
    "node_modules/contract": { resolved: "packages/contract", link: true },
  },
};

function write(path: string, content: string | object): void {
  const file = join(clone, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "praxisportal-start-"));
  clone = join(parent, "Praxis am Markt");
  for (const path of ["start.mjs", "tools/prepare.mjs", "tools/progress.mjs"]) {
    cpSync(join(ROOT, path), join(clone, path));
  }
  write("package.json", { name: "clone", type: "module", workspaces: ["packages/*"] });
  write("package-lock.json", LOCK);
  write("packages/vite/package.json", { name: "vite", version: "1.0.0", type: "module" });
  write("packages/vite/bin/vite.js", VITE);
  write("packages/contract/package.json", { name: "contract", version: "1.0.0" });
  write("apps/web/index.html", "first");
  write("apps/server/src/main.ts", SERVER);
});

afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  lines: string[];
  /** Resolves with the first line that contains the text. Rejects if the process ends first. */
  line(text: string): Promise<string>;
  ended: Promise<number | null>;
}

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [join(clone, "start.mjs"), ...args], {
    cwd: parent,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const output = [createInterface(child.stdout), createInterface(child.stderr)];
  for (const stream of output) stream.on("line", (line) => lines.push(line));
  const ended = once(child, "close").then(([code]) => code as number | null);
  const line = async (text: string): Promise<string> => {
    const isOver = ended.then(() => "over");
    for (;;) {
      const matchingLine = lines.find((outputLine) => outputLine.includes(text));
      if (matchingLine !== undefined) return matchingLine;
      const result = await Promise.race([
        isOver,
        ...output.map((stream) => once(stream, "line").then(() => "line")),
      ]);
      if (result === "over" && !lines.some((outputLine) => outputLine.includes(text)))
        throw new Error(lines.join("\n"));
    }
  };
  return { child, lines, line, ended };
}

async function startAndStop(): Promise<string[]> {
  const run = start();
  await run.line("serving");
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  return run.lines.filter((line) => !line.startsWith("serving"));
}

describe("npm start", { timeout: 30_000 }, () => {
  it("installs and builds in a fresh clone with the duration of each step, and skips both on the next start", async () => {
    expect(await startAndStop()).toEqual([
      expect.stringMatching(/^✓ Installing packages \(\d+\.\d s\)$/),
      expect.stringMatching(/^✓ Building the web app \(\d+\.\d s\)$/),
    ]);
    expect(readFileSync(join(clone, "apps/web/dist/index.html"), "utf8")).toBe("first");
    expect(await startAndStop()).toEqual([]);
  });

  it("reinstalls when the lock file changes and rebuilds when the sources change", async () => {
    await startAndStop();
    write("apps/web/index.html", "second version");
    expect(await startAndStop()).toEqual([expect.stringContaining("Building the web app")]);
    expect(readFileSync(join(clone, "apps/web/dist/index.html"), "utf8")).toBe("second version");
    write("packages/more/package.json", { name: "more", version: "1.0.0" });
    const extraPackage = {
      "packages/more": { name: "more", version: "1.0.0" },
      "node_modules/more": { resolved: "packages/more", link: true },
    };
    write("package-lock.json", { ...LOCK, packages: { ...LOCK.packages, ...extraPackage } });
    expect((await startAndStop()).at(-1)).toContain("Building the web app");
  });

  it("reports a failed build and keeps the old build", async () => {
    await startAndStop();
    write("apps/web/index.html", "broken");
    const run = start();
    expect(await run.ended).toBe(1);
    expect(run.lines).toEqual([
      expect.stringContaining("✗ Building the web app"),
      "index.html: broken",
      "The web app could not be built.",
    ]);
    expect(readFileSync(join(clone, "apps/web/dist/index.html"), "utf8")).toBe("first");
  });

  it("exits with the server's status without further output", async () => {
    await startAndStop();
    const run = start("fail");
    expect(await run.ended).toBe(7);
    expect(run.lines.filter((line) => !line.startsWith("serving"))).toEqual(["one clear line"]);
  });

  it("stops the server when it is killed", async () => {
    const run = start();
    await run.line("serving");
    run.child.kill("SIGKILL");
    expect(await run.line("left alone")).toBe("left alone");
    await run.ended;
  });
});
