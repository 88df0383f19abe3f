import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { addRelease, nextVersion } from "./changelog.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the next version", () => {
  it("is one step above the current version, or the given version", () => {
    expect(["major", "minor", "patch", "0.4.0"].map((step) => nextVersion("0.3.7", step))).toEqual([
      "1.0.0",
      "0.4.0",
      "0.3.8",
      "0.4.0",
    ]);
  });

  it.each(["0.3.7", "0.3.6", "0.2.9", "next", "", "1.2"])("is never %j", (step) => {
    expect(() => nextVersion("0.3.7", step)).toThrow(/not above|neither/);
  });
});

describe("the changelog", () => {
  const release = {
    version: "0.3.0",
    date: "2026-12-01",
    titles: ["feat(users): a birthday list", "fix: a typo", "chore: tidy up", "no conventional title"],
    migrations: ["0030-add-birthdays.sql"],
  };

  it("gets the notes, changes and migrations of the version above those of older versions", () => {
    const changelogBefore =
      "# Changelog\n\n## Unreleased\n\n### Upgrading\n\nSet `BIRTHDAYS`.\n\n### Fixed\n\n- Names keep their accents.\n\n## 0.2.0 (2026-11-22)\n\nFirst.\n";
    expect(addRelease(changelogBefore, release)).toBe(
      [
        "# Changelog",
        "## Unreleased",
        "## 0.3.0 (2026-12-01)",
        "### Upgrading",
        "Set `BIRTHDAYS`.",
        "### Fixed",
        "- Names keep their accents.\n- a typo",
        "### Added",
        "- **users**: a birthday list",
        "### Migrations",
        "- `0030-add-birthdays.sql`",
        "## 0.2.0 (2026-11-22)",
        "First.\n",
      ].join("\n\n"),
    );
  });

  it("is rejected without the heading for unreleased notes", () => {
    expect(() => addRelease("# Changelog\n", release)).toThrow("Unreleased");
  });
});

describe("npm run release", () => {
  function repository(): string {
    const root = mkdtempSync(join(tmpdir(), "release-"));
    folders.push(root);
    const lock = {
      name: "praxisportal",
      version: "0.1.0",
      packages: {
        "": { name: "praxisportal", version: "0.1.0" },
        "apps/web": { version: "0.1.0", dependencies: { "@praxisportal/contract": "0.1.0" } },
        "node_modules/other": { version: "0.1.0" },
      },
    };
    const files = {
      "package.json": '{\n  "version": "0.1.0"\n}\n',
      "apps/web/package.json":
        '{\n  "version": "0.1.0",\n  "dependencies": { "@praxisportal/contract": "0.1.0", "other": "0.1.0" }\n}\n',
      "package-lock.json": JSON.stringify(lock, null, 2),
      "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Upgrading\n\nNew names.\n",
      "docs/releases.tsv": "version\tcommit\tdate\tlast migration\n",
      "apps/server/migrations/0001-create-users.sql": "select 1;\n",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git(root, "init", "--quiet");
    git(root, "config", "user.name", "Test");
    git(root, "config", "user.email", "test@example.invalid");
    git(root, "add", ".");
    git(root, "commit", "--quiet", "--message", "feat: begin");
    return root;
  }

  function git(root: string, ...args: string[]): string {
    return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  }

  function release(root: string, step: string): string {
    const tool = join(import.meta.dirname, "../release.ts");
    return execFileSync(process.execPath, [tool, step, "--root", root], { encoding: "utf8", stdio: "pipe" });
  }

  it("raises the version of own packages only, writes the changelog and records commit and last migration", () => {
    const root = repository();
    release(root, "minor");
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    expect(read("apps/web/package.json")).toContain('"@praxisportal/contract": "0.2.0", "other": "0.1.0"');
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { version: string }> };
    expect(Object.values(lock.packages).map(({ version }) => version)).toEqual(["0.2.0", "0.2.0", "0.1.0"]);
    const commit = git(root, "rev-parse", "HEAD~1");
    expect(read("docs/releases.tsv").split("\n")[1]?.split("\t")).toEqual([
      "0.2.0",
      commit,
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      "0001-create-users.sql",
    ]);
    expect(git(root, "show", `${commit}:package.json`)).toContain("0.2.0");
    expect(read("CHANGELOG.md")).toContain("### Upgrading\n\nNew names.");

    writeFileSync(join(root, "apps/server/migrations/0002-add-sites.sql"), "select 2;\n");
    git(root, "add", ".");
    git(root, "commit", "--quiet", "--message", "fix(sites): keep the order");
    release(root, "patch");
    const newest = read("CHANGELOG.md").split("## 0.2.0")[0];
    expect(newest).toContain("- **sites**: keep the order");
    expect(newest).toContain("0002-add-sites.sql");
    expect(newest).not.toContain("0001-create-users.sql");
    expect(newest).not.toContain("begin");
  });

  it("changes nothing if the work tree has uncommitted changes", () => {
    const root = repository();
    writeFileSync(join(root, "CHANGELOG.md"), "# Changelog\n");
    expect(() => release(root, "minor")).toThrow("the work tree has changes");
    expect(git(root, "log", "--format=%s")).toBe("feat: begin");
    expect(readFileSync(join(root, "package.json"), "utf8")).toContain("0.1.0");
  });
});
