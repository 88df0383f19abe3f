import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addRelease, nextVersion } from "./release/changelog.ts";

/**
 * `npm run release -- minor` releases the checked-out commit. Raises the version of all packages, writes the changelog
 * and commits both. Then records version, commit, date and last migration in `docs/releases.tsv` with a second commit,
 * because a commit cannot contain its own id. Does not create a tag or push.
 *
 * Fails without changing anything if the work tree is not clean.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: "string", default: join(import.meta.dirname, "..") } },
});
const { root } = values;

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

/** Returns the paths of `package.json` of the repository and its packages. */
function manifests(): string[] {
  return git("ls-files", "package.json", "*/package.json").split("\n");
}

/** Raises the version in every manifest and in the lockfile; dependencies on own packages follow. */
function raiseVersion(current: string, next: string): void {
  for (const path of [...manifests(), "package-lock.json"]) {
    const names = /"(version|@praxisportal\/[a-z-]+)": "/.source;
    const ownVersion = new RegExp(`${names}${current.replaceAll(".", "\\.")}"`, "g");
    const text = read(path);
    write(
      path,
      path === "package-lock.json"
        ? raiseInLockfile(text, ownVersion, current, next)
        : replaceIn(text, ownVersion, current, next),
    );
  }
}

function replaceIn(text: string, own: RegExp, current: string, next: string): string {
  return text.replace(own, (found) => found.replace(`"${current}"`, `"${next}"`));
}

/** Raises the version in the lockfile, which also has third-party packages, whose versions stay unchanged. */
function raiseInLockfile(text: string, own: RegExp, current: string, next: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, { version?: string }> };
  lock.version = next;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes("node_modules")) continue;
    lock.packages[path] = JSON.parse(replaceIn(JSON.stringify(entry, null, 1), own, current, next)) as object;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Returns the commit and the last migration of the newest release, or undefined before the first release. */
function previousRelease(): { commit: string; migration: string } | undefined {
  const [commit, , migration] =
    read("docs/releases.tsv").trimEnd().split("\n").slice(1).at(-1)?.split("\t").slice(1) ?? [];
  return commit === undefined || migration === undefined ? undefined : { commit, migration };
}

const [step] = positionals;
if (step === undefined) throw new Error("Usage: npm run release -- major|minor|patch|<version>");
if (git("status", "--porcelain") !== "")
  throw new Error("the work tree has changes; commit or discard them first");

const { version: current } = JSON.parse(read("package.json")) as { version: string };
const version = nextVersion(current, step);
const date = new Date().toISOString().slice(0, 10);
const previous = previousRelease();
const migrations = readdirSync(join(root, "apps/server/migrations"))
  .filter((name) => name.endsWith(".sql"))
  .toSorted();
const titles = git(
  "log",
  "--no-merges",
  "--format=%s",
  previous === undefined ? "HEAD" : `${previous.commit}..HEAD`,
);

raiseVersion(current, version);
write(
  "CHANGELOG.md",
  addRelease(read("CHANGELOG.md"), {
    version,
    date,
    // The notes of the first release describe it. Its history is the history of the repository.
    titles: previous === undefined ? [] : titles.split("\n"),
    migrations: migrations.filter((name) => name > (previous?.migration ?? "")),
  }),
);
git("commit", "--all", "--quiet", "--message", `chore: release ${version}`);
const commit = git("rev-parse", "HEAD");
write(
  "docs/releases.tsv",
  `${read("docs/releases.tsv")}${[version, commit, date, migrations.at(-1)].join("\t")}\n`,
);
git("commit", "--all", "--quiet", "--message", `docs: record release ${version}`);
console.log(`released ${version} as ${commit}`);
