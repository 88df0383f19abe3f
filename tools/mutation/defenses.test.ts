import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { describe, expect, it } from "vitest";
import { filesWithout } from "./defense.ts";
import { defenses } from "./defenses.ts";
import { eventsWithoutRow, staleRightsDefenses } from "./stale-rights.ts";
import { withoutCode } from "./without-code.ts";

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");

describe("the defenses of npm run mutation:security", () => {
  it("occur in the code exactly once, and removing a defense changes the code", () => {
    const staleRows = defenses.flatMap((defense) => {
      try {
        const files = [...filesWithout(defense, read).values()];
        const isSame = files.some(({ before, after }) => before === after);
        return isSame ? [`${defense.guarantee}: changes nothing`] : [];
      } catch (error) {
        return [`${defense.guarantee}: ${error instanceof Error ? error.message : String(error)}`];
      }
    });
    expect(staleRows).toEqual([]);
  });

  it("refer to existing tests", () => {
    const missingTests = defenses.filter(({ proof: [file, name] }) => !read(file).includes(name));
    expect(missingTests.map(({ guarantee, proof }) => `${guarantee}: ${proof.join(" > ")}`)).toEqual([]);
  });

  it("cover every threat case of docs/security.md, or state why nothing can be removed", () => {
    const knownCases = [...read("docs/security.md").matchAll(/^\| (N\d\d) +\|/gm)].map(([, id]) => id);
    const coveredCases = new Set([
      ...defenses.flatMap(({ cases }) => cases),
      ...withoutCode.map(({ id }) => id),
    ]);
    expect(knownCases.length).toBeGreaterThanOrEqual(53);
    expect([...coveredCases].toSorted()).toEqual(knownCases);
  });

  it("are not listed both with and without code", () => {
    const withCode = new Set(defenses.flatMap(({ cases }) => cases));
    expect(withoutCode.filter(({ id }) => withCode.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it("cover every event that clears cached data, or state why its removal changes nothing", () => {
    const clearing = Object.values(domainEvents).flatMap(({ name, caches }) =>
      caches.length > 0 ? [name] : [],
    );
    const removedCode = staleRightsDefenses.map(({ put }) => put).join("\n");
    const hasRow = (name: string) => removedCode.includes(JSON.stringify(name));
    const excused = Object.keys(eventsWithoutRow);
    expect(clearing.filter((name) => !hasRow(name) && !excused.includes(name))).toEqual([]);
    expect(excused.filter((name) => hasRow(name) || !clearing.includes(name))).toEqual([]);
  });
});
