import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Files with one violation each, and the word that must be reported. */
const violations: readonly [kind: string, file: string, text: string, word: string][] = [
  ["a coined identifier", "identifier.ts", "export const keepCall = 1;\n", "keepCall"],
  ["a coined type", "type.ts", "export type LoginWish = string;\n", "LoginWish"],
  ["a person as she", "comment.ts", "// Shows what she may change.\nexport const a = 1;\n", "she"],
  ["whoever in a document", "document.md", "Whoever signs in sees the list.\n", "Whoever"],
  ["a pronoun in a test title", "title.test.ts", 'it("ends her session", () => {});\n', "her"],
  ["a typing error in a comment", "typo.ts", "// Retruns the list.\nexport const a = 1;\n", "Retruns"],
];

const plain = `/** Returns the memberships. */
export const label = "Bildschirm sperren"; // Kysely, TOTP
`;

let folder = "";
let report = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "spelling-"));
  writeFileSync(join(folder, "plain.ts"), plain);
  for (const [, file, text] of violations) writeFileSync(join(folder, file), text);
  const cspell = join(root, "node_modules/cspell/bin.mjs");
  const options = ["lint", "--no-progress", "--no-gitignore", "--root", folder];
  const files = ["plain.ts", ...violations.map(([, file]) => file)];
  const run = spawnSync(
    process.execPath,
    [cspell, ...options, "--config", join(root, "cspell.json"), ...files],
    { cwd: folder, encoding: "utf8" },
  );
  report = run.stdout + run.stderr;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the spelling check", () => {
  it.each(violations)("R0-02 reports %s", (_kind, file, _text, word) => {
    const lines = report.split("\n").filter((line) => line.includes(file));
    expect(lines.join("\n")).toContain(`(${word})`);
  });

  it("accepts plain code, German in strings and the terms of the project", () => {
    expect(report).toContain("Files checked: 7");
    expect(report).not.toContain("plain.ts:");
  });
});
