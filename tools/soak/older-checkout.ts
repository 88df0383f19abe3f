import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the commits of all releases, oldest first. */
export function releasedCommits(): string[] {
  const [, ...rows] = readFileSync(join(root, "docs/releases.tsv"), "utf8").trim().split("\n");
  return rows.map((row) => row.split("\t")[1] ?? "");
}

/** Writes the files of a commit into an empty folder and installs its packages. @throws Error when that is not possible. */
export function checkOut(commit: string, folder: string): void {
  const archive = join(folder, "older.tar");
  run("git", ["archive", "-o", archive, commit], root);
  run("tar", ["-xf", archive], folder);
  run("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], folder);
}

function run(command: string, words: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, words, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${stderr}`);
}
