import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the commits of all releases, oldest first. */
export function releasedCommits(): string[] {
  const [, ...rows] = readFileSync(join(root, "docs/releases.tsv"), "utf8").trim().split("\n");
  return rows.map((row) => row.split("\t")[1] ?? "");
}

/**
 * Writes the files of a commit into an empty folder and installs its packages. @throws Error if that is not possible.
 */
export function checkOut(commit: string, folder: string): void {
  extract(commit, folder);
  run("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], folder);
}

/** Returns why the newest release cannot be checked out here. A shallow clone or an archive lacks its commit. */
export function missingRelease(): string | undefined {
  const commit = releasedCommits().at(-1);
  if (commit === undefined) return undefined;
  const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root });
  return status === 0
    ? undefined
    : `this copy lacks the released commit ${commit} of docs/releases.tsv; fetch the whole history (git fetch --unshallow)`;
}

/**
 * Writes the files of the newest release into an empty folder, with links to the packages that are installed here, or
 * with its own packages if it needs other versions.
 *
 * @throws Error if there is no release, or if this copy lacks its commit
 */
export function checkOutNewestRelease(folder: string): void {
  const commit = releasedCommits().at(-1);
  if (commit === undefined) throw new Error("docs/releases.tsv contains no release");
  const missingReason = missingRelease();
  if (missingReason !== undefined) throw new Error(missingReason);
  extract(commit, folder);
  if (!hasInstalledPackages(folder))
    return run("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], folder);
  linkPackages(join(root, "node_modules"), join(folder, "node_modules"));
}

function extract(commit: string, folder: string): void {
  const archive = join(folder, "older.tar");
  run("git", ["archive", "-o", archive, commit], root);
  run("tar", ["-xf", archive], folder);
}

/** Returns whether the server in a folder needs the package versions that are installed here. */
function hasInstalledPackages(folder: string): boolean {
  const neededVersions = dependenciesOf(join(folder, "apps/server"));
  const present = dependenciesOf(join(root, "apps/server"));
  return Object.entries(neededVersions).every(([name, version]) => isOwn(name) || present[name] === version);
}

function dependenciesOf(folder: string): Record<string, string> {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
}

function isOwn(name: string): boolean {
  return name.startsWith("@praxisportal/");
}

/** Links every package into another folder, except the packages of the repository, which the folder has itself. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name !== "@praxisportal") symlinkSync(join(from, name), join(to, name));
  }
  mkdirSync(join(to, "@praxisportal"));
  const folder = join(to, "..");
  for (const group of ["packages", "apps"]) {
    for (const name of readdirSync(join(folder, group)))
      symlinkSync(join(folder, group, name), join(to, "@praxisportal", name));
  }
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}
