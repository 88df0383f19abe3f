import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { coverageOf, coverageReport, readRequirements } from "./coverage-spec.ts";
import { idsInTitles } from "./coverage-spec-titles.ts";

const table = [
  "id\tsection\trequirement\tcheck\tcapability",
  "R1-01\t1\tOrganizations are isolated.\tapi\tfoundation",
  "R1-02\t1\tThere is a login.\tbrowser\tfoundation",
  "R7s-03\t7 Session\tA code is checked.\tapi\tidentity",
  "",
].join("\n");
const requirements = readRequirements(table);

function idsOf(text: string): string[] {
  return idsInTitles("a.test.ts", text).map(({ id }) => id);
}

describe("ids in titles", () => {
  it("are read from the start of a title in every form", () => {
    expect(idsOf('it("R1-01 isolates organizations", () => {});')).toEqual(["R1-01"]);
    expect(idsOf('test("R2.2-12 R7s-03 proves two", () => {});')).toEqual(["R2.2-12", "R7s-03"]);
    expect(idsOf('test(\n  "R7s-03, R7s-04: on a line of its own",')).toEqual(["R7s-03", "R7s-04"]);
    expect(idsOf('test("J7 R1-11 R6-45 an owner walks", () => {});')).toEqual(["R1-11", "R6-45"]);
    expect(idsOf("it(`R1-01 with ${value}`, () => {});")).toEqual(["R1-01"]);
    expect(idsOf('it.each([1, 2])("R1-01 for %s", () => {});')).toEqual(["R1-01"]);
    expect(idsOf('it.each([["R9-01", 30], ["R9-02", 7]])("%s is kept", () => {});')).toEqual([
      "R9-01",
      "R9-02",
    ]);
  });

  it("are not read from other texts", () => {
    expect(idsOf('// it("R1-01 in a comment")')).toEqual([]);
    expect(idsOf(' * `"R1-01 in a doc block"`')).toEqual([]);
    expect(idsOf('it("keeps R1-01 in the middle", () => {});')).toEqual([]);
    expect(idsOf('it("R1-x is not an id", () => {});')).toEqual([]);
    expect(idsOf('it("see R1-01: proves something beside it", () => {});')).toEqual([]);
    expect(idsOf('it.skip("R1-01 proves nothing", () => {});')).toEqual([]);
    expect(idsOf('test("R1-01 is left out @soak", () => {});')).toEqual([]);
    expect(idsOf('it.todo("R1-01 is not written yet");')).toEqual([]);
  });

  it("report their file and line", () => {
    expect(idsInTitles("b.test.ts", '\n\nit("R1-01 x", run);')).toEqual([
      { id: "R1-01", path: "b.test.ts", line: 3 },
    ]);
  });
});

describe("the comparison", () => {
  const namedIds = idsInTitles("e2e/a.spec.ts", 'it("R1-01 R1-99 x", run);');

  it("finds unknown ids and requirements without a test", () => {
    const coverage = coverageOf(requirements, namedIds);
    expect(coverage.unknown.map(({ id }) => id)).toEqual(["R1-99"]);
    expect(coverage.missing.map(({ id }) => id)).toEqual(["R1-02", "R7s-03"]);
    expect(coverage.total).toBe(3);
  });

  it("counts a requirement only at the level that the table requires", () => {
    const missingBeside = (path: string) =>
      coverageOf(requirements, idsInTitles(path, 'it("R1-01 R1-02 x", run);')).missing.map(({ id }) => id);
    expect(missingBeside("e2e/login.spec.ts")).toEqual(["R7s-03"]);
    expect(missingBeside("apps/server/src/login.test.ts")).toEqual(["R1-02", "R7s-03"]);
    expect(missingBeside("apps/web/src/login.test.ts")).toEqual(["R1-01", "R1-02", "R7s-03"]);
  });

  it("filters missing ids by capability, but never unknown ones", () => {
    const coverage = coverageOf(requirements, namedIds, "identity");
    expect(coverage.missing.map(({ id }) => id)).toEqual(["R7s-03"]);
    expect(coverage.unknown).toHaveLength(1);
    expect(coverage.total).toBe(1);
  });

  it("finds ids in more titles than are allowed, and allows one for each case of a list", () => {
    const titles = (id: string, count: number) =>
      idsInTitles("e2e/a.spec.ts", `it("${id} x", run);\n`.repeat(count));
    const crowded = (named: ReturnType<typeof titles>) => coverageOf(requirements, named).crowded;
    expect(crowded(titles("R1-01", 3))).toEqual([]);
    expect(crowded(titles("R1-01", 4))).toEqual([{ id: "R1-01", count: 4, allowed: 3 }]);
    expect(crowded(titles("R0-17", 8))).toEqual([]);
    expect(crowded(titles("R0-17", 9))).toEqual([{ id: "R0-17", count: 9, allowed: 8 }]);
  });

  it("reports per capability and section, with totals", () => {
    expect(coverageReport(requirements, coverageOf(requirements, namedIds)).split("\n")).toEqual([
      "foundation: 1 of 2 named, 1 missing",
      "  section 1",
      "    R1-02 [browser] There is a login.",
      "identity: 0 of 1 named, 1 missing",
      "  section 7 Session",
      "    R7s-03 [api] A code is checked.",
      "1 of 3 requirements are named by a test",
      "e2e/a.spec.ts:1: R1-99 does not exist",
    ]);
  });
});

describe("the table", () => {
  it("is rejected if a line is incomplete or an id is duplicated", () => {
    expect(() => readRequirements(`${table}R1-04\t1\tToo short\n`)).toThrow("line 5 is not complete");
    expect(() => readRequirements(`${table}R1-01\t1\tAgain\tapi\tfoundation\n`)).toThrow(
      "R1-01 is listed twice",
    );
  });

  it("of this repository is complete, and each of its ids is found in a title", () => {
    const rows = readRequirements(
      readFileSync(new URL("../../docs/requirements.tsv", import.meta.url), "utf8"),
    );
    expect(rows.length).toBeGreaterThan(700);
    expect(rows.filter(({ id }) => idsOf(`it("${id} holds", run)`)[0] !== id)).toEqual([]);
  });
});

describe("the command", () => {
  /** Returns the exit code for a repository with one test file. */
  function exitCode(title: string, ...args: string[]): number | null {
    const root = mkdtempSync(join(tmpdir(), "coverage-"));
    try {
      mkdirSync(join(root, "docs"));
      mkdirSync(join(root, "e2e"));
      writeFileSync(join(root, "docs/requirements.tsv"), table);
      writeFileSync(join(root, "e2e/users.spec.ts"), `test("${title}", () => {});\n`);
      const program = fileURLToPath(new URL("coverage-spec.ts", import.meta.url));
      return spawnSync(process.execPath, [program, "--root", root, ...args]).status;
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }

  it("passes with missing requirements unless strict", () => {
    expect(exitCode("R1-01 R1-02 isolated")).toBe(0);
    expect(exitCode("R1-01 R1-02 isolated", "--strict")).toBe(1);
    expect(exitCode("R1-01 R1-02 isolated", "--strict", "--capability", "foundation")).toBe(0);
    expect(exitCode("R1-01 isolated", "--strict", "--capability", "foundation")).toBe(1);
  });

  it("fails for an unknown or overused id, for a test file without ids and for an unknown capability", () => {
    expect(exitCode("R1-01 R1-77 isolated")).toBe(1);
    expect(exitCode("R1-01 R1-01 R1-01 R1-01 isolated")).toBe(1);
    expect(exitCode("isolated")).toBe(1);
    expect(exitCode("R1-01 isolated", "--capability", "nothing")).toBe(2);
  });
});
