import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Defense, filesWithout } from "./defense.ts";
import type { TestReport } from "./report-verdict.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ownPackages = "@praxisportal";
/** Maximum duration of a run in ms. A longer run is killed. */
const runMaxMs = 300_000;

/** Escapes a test name for use in a regular expression. */
function escapeForRegExp(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** Returns the Vitest project of a test file. Naming it saves a run from loading the other projects. */
export function projectOf(file: string): "contract" | "server" | "web" | "tools" {
  if (file.startsWith("packages/contract/")) return "contract";
  if (file.startsWith("apps/server/")) return "server";
  return file.startsWith("apps/web/") ? "web" : "tools";
}

/** A copy of the working tree with the same packages. Changes to it do not affect the tree. */
export class Workbench {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
  }

  /** @param databaseUrl PostgreSQL shared by all runs; each run migrates its own template database. */
  static async open(databaseUrl: string): Promise<Workbench> {
    const folder = await mkdtemp(join(tmpdir(), "praxisportal mutation-"));
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const files = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
    for (const file of new Set(files.split("\0").filter((name) => name !== ""))) {
      if (file.startsWith("docs/pictures/")) continue;
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(root, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
        // The file was deleted, but this is not yet committed.
        if (error.code !== "ENOENT") throw error;
      });
    }
    await linkPackages(folder);
    return new Workbench(folder, { ...process.env, NO_COLOR: "1", TEST_DATABASE_ADMIN_URL: databaseUrl });
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs work while a defense is removed. Throws if its text does not occur exactly once. */
  async without<Result>(defense: Defense, action: () => Promise<Result>): Promise<Result> {
    const files = filesWithout(defense, (file) => readFileSync(join(this.#folder, file), "utf8"));
    for (const [file, { after }] of files) await writeFile(join(this.#folder, file), after);
    try {
      return await action();
    } finally {
      for (const [file, { before }] of files) await writeFile(join(this.#folder, file), before);
    }
  }

  /** Runs tests by name. Returns undefined when there is no report in time. */
  async test(files: readonly string[], names: readonly string[]): Promise<TestReport | undefined> {
    const report = join(this.#folder, ".cache", "report.json");
    await rm(report, { force: true });
    const args = [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...[...new Set(files.map(projectOf))].map((project) => `--project=${project}*`),
      ...files.map((file) => join(this.#folder, file)),
      "--testNamePattern",
      names.map(escapeForRegExp).join("|"),
      "--reporter=json",
      `--outputFile.json=${report}`,
    ];
    await run(args, this.#folder, this.#env);
    const text = await readFile(report, "utf8").catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as TestReport);
  }
}

/** Links every package; the workspace packages point to the copy. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  await mkdir(join(to, ownPackages), { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith(".") || name === ownPackages) continue;
    await symlink(join(from, name), join(to, name));
  }
  for (const [name, place] of [
    ["contract", "packages/contract"],
    ["server", "apps/server"],
    ["web", "apps/web"],
  ] as const) {
    await symlink(join(folder, place), join(to, ownPackages, name));
  }
}

async function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const program = spawn(process.execPath, args, { cwd, stdio: "ignore", env });
  const timer = setTimeout(() => program.kill("SIGKILL"), runMaxMs);
  await new Promise((resolve) => program.once("exit", resolve));
  clearTimeout(timer);
}
