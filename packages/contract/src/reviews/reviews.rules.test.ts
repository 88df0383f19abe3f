import { describe, expect, it } from "vitest";
import { levelsOf, rightsAreas } from "../rights.ts";
import { actionArea, areaLevels } from "./reviews.rules.ts";

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
    ["practice_admin", [], "security", "write"],
    ["practice_admin", [], "workstations", "write"],
    ["org_admin", [], "organizations", "write"],
    ["org_admin", [], "audit", "read"],
    ["org_admin", [], "integrations", "write"],
    ["viewer", ["audit:read"], "security", "read"],
  ] as const)("see R0-279 %s with %j: %s is %s", (role, granted, area, level) => {
    expect(levelOf(role, granted, area)).toBe(level);
  });

  it("see R0-279 no permission allows a change to the audit log, consumption, security or the organization", () => {
    for (const area of ["audit", "usage", "security", "organizations"])
      expect([area, levelOf("viewer", [`${area}:write`], area)]).toEqual([area, "read"]);
    expect(levelOf("org_admin", ["audit:write"], "audit")).toBe("read");
  });

  it("see R0-279 contain exactly the areas with a level of access", () => {
    for (const [role, granted] of [
      ["viewer", ["billing:read"]],
      ["practice_admin", []],
      ["org_admin", ["ai:use"]],
      ["finance", []],
    ] as const) {
      const levels = levelsOf(role, granted);
      const openAreas = rightsAreas.filter((area) => levels[area] !== "none" && area !== "aiManagement");
      expect([role, areaLevels(role, granted).map(({ area }) => area)]).toEqual([role, openAreas]);
    }
    expect(areaLevels("viewer", ["ai:read"]).map(({ area }) => area)).toContain("ai");
  });

  it("see R0-279 mark the areas that only the role opens", () => {
    const byRole = areaLevels("practice_admin", []).filter(({ isByRoleOnly }) => isByRoleOnly);
    expect(byRole.map(({ area }) => area)).toEqual(["security", "workstations"]);
  });

  it.each([
    ["user.updated", "users"],
    ["user.unlocked", "security"],
    ["workstation.updated", "workstations"],
    ["site.created", "organizations"],
    ["evidence.created", undefined],
  ])("see R0-279 the action %s belongs to %s", (action, area) => expect(actionArea(action)).toBe(area));
});
