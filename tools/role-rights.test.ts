import { readFileSync } from "node:fs";
import { levelsOf, type RightsArea } from "@praxisportal/contract/rights";
import { describe, expect, it } from "vitest";

describe("the rights that a role has without permissions", () => {
  it("R0-258 equal the rights in the access table", () => {
    const table = readFileSync(new URL("../docs/access.tsv", import.meta.url), "utf8");
    const areas: readonly [RegExp, RightsArea][] = [
      [/\/users\/(?:enhanced|manage)\//, "security"],
      [/\/workstations/, "workstations"],
      [/^(?:PUT|DELETE) \/api\/v1\/organizations\/\{id\}$/, "organizations"],
      [/\/(?:sites|departments)/, "organizations"],
      [/\/webhooks/, "integrations"],
      [/\/org-tokens\/organization\//, "api"],
    ];
    const rows = table.split("\n").flatMap((line) => {
      const [method, path, , who] = line.split("\t");
      const area = areas.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
      return area !== undefined && who?.includes("role:") ? [[area, who] as const] : [];
    });
    expect(rows.length).toBeGreaterThan(20);
    for (const [area, who] of rows) {
      for (const role of ["org_admin", "practice_admin", "editor", "viewer"] as const) {
        const isListed = who.split(/[^a-z_]+/).includes(role);
        expect([area, who, role, levelsOf(role, [])[area] === "change"]).toEqual([area, who, role, isListed]);
      }
    }
  });
});
