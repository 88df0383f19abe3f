import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(`${root}/docs/security.md`, "utf8");

/** Number of requirements per chapter at levels 1, 2 and 3 (OWASP ASVS 5.0.0). */
const standard = {
  2: [4, 7, 2],
  3: [8, 11, 12],
  4: [2, 8, 6],
  6: [13, 22, 12],
  7: [6, 12, 1],
  8: [4, 3, 6],
  16: [0, 16, 1],
};

const states = ["met", "n/a", "deviation", "open"] as const;

/** Rows of the tables in docs/security.md, with number, level, meaning, state, place and proof. */
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|(.*)\|$/gm)].map(([, id = "", rest = ""]) => {
  const [level = "", sense = "", state = "", where = "", proof = ""] = rest
    .split("|")
    .map((cell) => cell.trim().replaceAll("`", ""));
  return { id, level: Number(level), sense, state, where, proof };
});

/** Returns whether a path exists in the repository or below `apps/server/src`. */
const exists = (path: string) =>
  existsSync(`${root}/${path}`) || existsSync(`${root}/apps/server/src/${path}`);

describe("the ASVS table of docs/security.md", () => {
  it("has every requirement of its chapters once, with its level", () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const rowCounts = Object.fromEntries(
      Object.keys(standard).map((chapter) => [
        chapter,
        [1, 2, 3].map(
          (level) => rows.filter((row) => row.id.startsWith(`${chapter}.`) && row.level === level).length,
        ),
      ]),
    );
    expect(rowCounts).toEqual(standard);
  });

  it("names existing files for each row that is met or deviates", () => {
    const faults = rows.flatMap(({ id, state, sense, where, proof }) => {
      if (!states.some((known) => known === state) || sense === "") return [`${id}: no state or sense`];
      const requiredPaths = state === "met" || state === "deviation" ? [where, proof] : [];
      const namedFiles = [where, proof].filter((path) => path !== "");
      return [...requiredPaths, ...namedFiles]
        .filter((path) => path === "" || !exists(path))
        .map((path) => `${id}: ${path}`);
    });
    expect(faults).toEqual([]);
  });

  it("proves each met row by a test, unless the requirement is about documentation", () => {
    const unproven = rows
      .filter(({ state, sense }) => state === "met" && !/documented|inventory/.test(sense))
      .filter(({ proof }) => !/\.(?:test|spec)\.tsx?$/.test(proof));
    expect(unproven.map(({ id, proof }) => `${id}: ${proof}`)).toEqual([]);
  });

  it("explains every row that deviates, is open or does not apply", () => {
    const unexplained = rows.filter(({ id, state }) => {
      if (state === "met") return false;
      const line = new RegExp(
        `^- (?:.*, )?(?:\\*\\*)?${id.replaceAll(".", "\\.")}(?:\\*\\*)?[ ,:].*\\S{3,}`,
        "m",
      );
      return !line.test(text);
    });
    expect(unexplained).toEqual([]);
  });

  it("has totals that match its rows", () => {
    const totals = [1, 2, 3].map((level) => {
      const levelRows = rows.filter((row) => row.level === level);
      return [
        level,
        levelRows.length,
        ...states.map((state) => levelRows.filter((row) => row.state === state).length),
      ];
    });
    const statedTotals = [...text.matchAll(/^\| ([123]) +\|((?: +\d+ +\|){5})$/gm)].map(
      ([, level, cells = ""]) => [
        Number(level),
        ...[...cells.matchAll(/\d+/g)].map(([number]) => Number(number)),
      ],
    );
    expect(statedTotals).toEqual(totals);
  });
});
