import { describe, expect, it } from "vitest";
import { knownPermissions } from "./permissions.ts";
import { roles } from "./roles.ts";
import {
  compareLevels,
  grantFor,
  grantsSomething,
  levelsOf,
  roleOnlyLevels,
  meaningOf,
  rightsAreas,
  withLevel,
} from "./rights.ts";
import { levelWord } from "./rights-words.ts";

const changedAreas = (before: [string, string[]], after: [string, string[]]) => {
  const { gained, lost } = compareLevels(levelsOf(...before), levelsOf(...after));
  return [gained.map(({ area }) => area), lost.map(({ area }) => area)];
};

describe("the meaning of permissions", () => {
  it("R0-258 every permission has a meaning in at least one area", () => {
    expect(knownPermissions.filter((permission) => meaningOf(permission).length === 0)).toEqual([]);
    for (const unknown of ["users", "users:fly", "nothing:read", "*", "constructor:read", "ai:constructor"]) {
      expect([unknown, meaningOf(unknown)]).toEqual([unknown, []]);
    }
  });

  it("see R0-258 every area is opened by a permission or a role", () => {
    const openedAreas = new Set([
      ...knownPermissions.flatMap((permission) => meaningOf(permission).map(({ area }) => area)),
      ...Object.values(roleOnlyLevels).flatMap((levels) => Object.keys(levels)),
    ]);
    expect([...openedAreas].toSorted()).toEqual(rightsAreas.toSorted());
  });
});

describe("levels", () => {
  it("the highest level of the AI assistant is use, and of areas that can only be viewed view", () => {
    expect([levelWord("ai", "change"), levelWord("ai", "none")]).toEqual(["use", "none"]);
    expect([levelWord("billing", "view"), levelWord("billing", "change")]).toEqual(["view", "change"]);
    // A platform account has the highest level everywhere.
    const { audit, usage } = levelsOf("super_admin", []);
    expect([levelWord("audit", audit), levelWord("usage", usage)]).toEqual(["view", "view"]);
  });

  it("R0-257 four roles of an organization grant rights; label roles grant none", () => {
    expect(roles.filter(grantsSomething)).toEqual([
      "super_admin",
      "org_admin",
      "practice_admin",
      "editor",
      "viewer",
    ]);
    expect(new Set(Object.values(levelsOf("finance", [])))).toEqual(new Set(["none"]));
  });

  it("R0-259 a change of role lists the rights gained and lost", () => {
    expect(changedAreas(["editor", []], ["practice_admin", []])).toEqual([
      ["users", "security", "workstations"],
      ["data"],
    ]);
    expect(changedAreas(["viewer", []], ["viewer", []])).toEqual([[], []]);
    // Permissions beyond the role stay and are not changes.
    expect(changedAreas(["viewer", ["billing:read"]], ["editor", ["billing:read"]])).toEqual([["data"], []]);
  });

  it("R0-260 setting the level of an area leaves other areas unchanged", () => {
    expect(withLevel("viewer", [], { area: "users", level: "change" })).toEqual(["users:write"]);
    // The role already gives this level.
    expect(withLevel("viewer", [], { area: "users", level: "view" })).toEqual([]);
    expect(withLevel("viewer", ["users:delete", "billing:read"], { area: "users", level: "none" })).toEqual([
      "billing:read",
    ]);
    expect(withLevel("viewer", ["ai:*"], { area: "ai", level: "none" })).toEqual(["ai:manage"]);
    expect(withLevel("viewer", ["ai:read"], { area: "ai", level: "change" })).toEqual(["ai:read", "ai:use"]);
    for (const area of rightsAreas) {
      for (const level of ["view", "change"] as const) {
        if (grantFor(area, level) === undefined) continue;
        const granted = withLevel("guest", [], { area, level });
        expect([area, level, levelsOf("guest", granted)[area]]).toEqual([area, level, level]);
        expect(levelsOf("guest", withLevel("guest", granted, { area, level: "none" }))[area]).toBe("none");
      }
    }
  });
});
