import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { type Defense, filesWithout } from "./defense.ts";
import { defenses } from "./defenses.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "praxisportal-mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = {
  categories: { correctness: "off" },
  env: { builtin: true, node: true },
  rules: { "no-undef": "error" },
};

/** Returns the defenses whose replacement is not valid code, or uses a name that the file does not declare. */
function faultyReplacements(rows: readonly Defense[], read: (file: string) => string): string[] {
  writeFileSync(join(folder, "oxlint.json"), JSON.stringify(config));
  const mutants = rows.flatMap((row, index) =>
    [...filesWithout(row, read)]
      .filter(([file]) => /\.tsx?$/.test(file))
      .map(([file, { after }], part) => {
        const path = join(folder, `${index}-${part}${file.slice(file.lastIndexOf("."))}`);
        writeFileSync(path, after);
        return { path, row };
      }),
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(repository, "node_modules/oxlint/bin/oxlint"),
      `--config=${join(folder, "oxlint.json")}`,
      "--format=json",
      ...mutants.map(({ path }) => path),
    ],
    { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  expect(stdout, stderr).toContain("diagnostics");
  const { diagnostics, number_of_files: count } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string }[];
    number_of_files: number;
  };
  expect(count).toBe(mutants.length);
  for (const { path } of mutants) rmSync(path);
  return diagnostics.map(({ filename, message }) => {
    const mutant = mutants.find(({ path }) => basename(path) === basename(filename));
    return `${mutant?.row.guarantee}: ${message}`;
  });
}

it("no replacement of a defense causes a ReferenceError, which would prove nothing about the defense", () => {
  const read = (file: string) => readFileSync(join(repository, file), "utf8");
  expect(faultyReplacements(defenses, read)).toEqual([]);
});

it("a replacement with an undeclared name or invalid code is found", () => {
  const row = (put: string): Defense => ({
    cases: ["N42"],
    guarantee: put,
    file: "apps/server/src/check.ts",
    find: "isOwn(id)",
    put,
    proof: ["apps/server/src/check.test.ts", "N42"],
  });
  const read = () =>
    "export function check(id: string, isOwn: (id: string) => boolean) {\n  return isOwn(id);\n}\n";
  expect(faultyReplacements([row("isOwn(id) || true")], read)).toEqual([]);
  expect(faultyReplacements([row("isAny(id)")], read)).toEqual(["isAny(id): 'isAny' is not defined."]);
  expect(faultyReplacements([row("isOwn(")], read)).toHaveLength(1);
});
