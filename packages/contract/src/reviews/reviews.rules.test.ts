import { describe, expect, it } from "vitest";
import { areaLevels } from "./reviews.rules.ts";

const levelOf = (role: string, granted: readonly string[], area: string) =>
  areaLevels(role, granted).find((entry) => entry.area === area)?.level;

describe("the areas of a review", () => {
  it.each([
    ["viewer", ["users:read"], "users", "read"],
    ["viewer", ["users:write"], "users", "write"],
    ["viewer", ["billing:write"], "billing", "write"],
    ["viewer", ["ai:use"], "ai", "write"],
    ["viewer", ["ai:read"], "ai", "read"],
    ["viewer", ["ai:manage"], "ai", "write"],
    ["practice_admin", [], "users", "write"],
    ["org_admin", [], "organizations", "write"],
  ] as const)("see R0-279 %s with %j: %s is %s", (role, granted, area, level) => {
    expect(levelOf(role, granted, area)).toBe(level);
  });

  it("see R0-279 no permission allows a change to the audit log, consumption, security or the organization", () => {
    for (const area of ["audit", "usage", "security", "organizations"])
      expect([area, levelOf("viewer", [`${area}:write`], area)]).toEqual([area, "read"]);
    expect(levelOf("org_admin", ["audit:write"], "audit")).toBe("read");
  });

  it("see R0-279 contain only areas with at least one permission", () => {
    expect(areaLevels("viewer", ["billing:read"]).map(({ area }) => area)).not.toContain("ai");
  });
});
