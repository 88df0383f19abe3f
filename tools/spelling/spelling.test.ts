import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Files with one violation each, and the word that must be reported. */
const violations: readonly [kind: string, file: string, text: string, word: string][] = [
  ["a coined identifier", "identifier.ts", "export const keepCall = 1;\n", "keepCall"],
  ["a coined type", "type.ts", "export type LoginWish = string;\n", "LoginWish"],
  ["a person as she", "comment.ts", "// Shows what she may change.\nexport const a = 1;\n", "she"],
  ["whoever in a document", "document.md", "Whoever signs in sees the list.\n", "Whoever"],
  ["a pronoun in a test title", "title.test.ts", 'it("ends her session", () => {});\n', "her"],
  [
    "a coined phrase in a component",
    "component.tsx",
    "// Whoever signs in.\nexport const a = 1;\n",
    "Whoever",
  ],
  ["a coined identifier in a script", "script.mjs", "export const keepCall = 1;\n", "keepCall"],
  ["a coined phrase in a style sheet", "style.css", "/* Whoever signs in. */\n", "Whoever"],
  ["a typing error in a comment", "typo.ts", "// Retruns the list.\nexport const a = 1;\n", "Retruns"],
];

/** The words of the flagged list. */
const flaggedWords =
  `she her hers herself whoever whomever wished analysed behaviour colour colours favour favourite initialise neighbour
  neighbours neighbouring normalise normalised recognise recognised recognises synchronise synchronised AiFacts
  AssistantDesk burnDevice carryOut createPractice deskState FrontDoor hindered JoiningDialog joinings keepCall
  LeavingDialog leavings LoginWish makeStartPassword MailOrders PaidCall PaperworkDialog parentRetiresAt practiceId
  readAgain registrarParts rescueCode RescueDialog RestingPerson restSession SecretStanding sortAfterPress startJoining
  tellOfFirst UsageNews toldAt useTell wakeSession`.split(/\s+/);

/** Files that are not checked: released migrations, tables of former names and lists. */
const exceptions = [
  "apps/server/migrations/0001-create-calls.ts",
  "tools/spelling/former-names.ts",
  "docs/requirements.tsv",
  "apps/server/src/platform/db/tables.gen.ts",
];

const plain = `/** Returns the memberships. */
export const label = "Bildschirm sperren"; // Kysely, TOTP
`;

let folder = "";
let report = "";
let status: number | null = null;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "spelling-"));
  writeFileSync(join(folder, "plain.ts"), plain);
  for (const [, file, text] of violations) writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, "flagged.md"), flaggedWords.map((word) => `${word}\n`).join("\n"));
  for (const file of exceptions) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "// Whoever calls keepCall.\nexport const keepCall = 1;\n");
  }
  // The paths in the configuration are relative to its file.
  const config = readFileSync(join(root, "cspell.json"), "utf8");
  writeFileSync(join(folder, "cspell.json"), config.replaceAll('"./tools/', `"${root}/tools/`));
  const cspell = join(root, "node_modules/cspell/bin.mjs");
  const run = spawnSync(process.execPath, [cspell, "lint", "--no-progress", "--no-gitignore"], {
    cwd: folder,
    encoding: "utf8",
  });
  report = run.stdout + run.stderr;
  status = run.status;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the spelling check", () => {
  it.each(violations)("R0-02 reports %s", (_kind, file, _text, word) => {
    const lines = report.split("\n").filter((line) => line.includes(file));
    expect(lines.join("\n")).toContain(`(${word})`);
    const reported = report.matchAll(/flagged\.md:.*Forbidden word \((\S+)\)/g);
    expect([...reported].map(([, flaggedWord]) => flaggedWord)).toEqual(flaggedWords);
  });

  it("accepts plain code, German in strings and the terms of the project", () => {
    expect(report).toContain(`Files checked: ${violations.length + 2}`);
    expect(report).not.toContain("plain.ts:");
  });

  it.each(exceptions)("R0-02 accepts the words in %s", (file) => {
    expect(report).not.toContain(file);
  });

  it("R0-02 is a step of `npm run check` and fails it", async () => {
    expect(status).toBe(1);
    const file = new URL("../steps.mjs", import.meta.url).href;
    const { steps } = (await import(file)) as { steps: { group: string; command: string[] }[] };
    const checks = steps.filter(({ group }) => group === "check").map(({ command }) => command);
    expect(checks).toContainEqual(["cspell", "lint", "--no-progress", "--no-summary", "--show-suggestions"]);
  });
});
