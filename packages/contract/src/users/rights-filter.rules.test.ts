import { expect, it } from "vitest";
import { knownPermissions } from "../permissions.ts";
import { accessLevels, isPortalArea, levelsOf, rightsAreas } from "../rights.ts";
import { rightsFilterFor, rightsFilterParts, rightsFilters } from "./rights-filter.rules.ts";
import { rightSources } from "./rights-sources.rules.ts";
import { isPlatformRole, roles } from "../roles.ts";

it("see R0-258 a filter finds a member if and only if role and grants together give the level", () => {
  const pairs = knownPermissions.flatMap((left, index) =>
    knownPermissions.filter((_right, other) => (index * 7 + other) % 31 === 0).map((right) => [left, right]),
  );
  const grantSets = [
    [],
    ...knownPermissions.map((permission) => [permission]),
    ...pairs,
    ["users:fly", "us*:read"],
  ];
  const sources = rightsFilters.map((filter) => ({
    ...rightsFilterParts(filter),
    ...rightSources(filter),
  }));
  const wrong: unknown[] = [];
  for (const role of roles.filter((candidate) => !isPlatformRole(candidate))) {
    for (const granted of grantSets) {
      const levels = levelsOf(role, granted);
      for (const { area, level, ...source } of sources) {
        const isFound =
          source.roles.includes(role) ||
          granted.some((permission) => source.permissions.includes(permission));
        const isGiven = accessLevels.indexOf(levels[area]) >= accessLevels.indexOf(level);
        if (isFound !== isGiven) wrong.push([role, granted, area, level]);
      }
    }
  }
  expect(wrong).toEqual([]);
});

it("there are filters for exactly the levels of the portal's areas that a member may have", () => {
  const heldFilters = [
    ...roles.filter((role) => !isPlatformRole(role)).map((role) => levelsOf(role, [])),
    ...knownPermissions.map((permission) => levelsOf("guest", [permission])),
  ];
  const expected = rightsAreas
    .filter(isPortalArea)
    .flatMap((area) =>
      ["view", "change"]
        .filter((level) => heldFilters.some((levels) => levels[area] === level))
        .map((level) => `${area}.${level}`),
    );
  expect(rightsFilters).toEqual(expected);
});

it("a level that an area does not have maps to the lowest level of the area", () => {
  expect(rightsFilterFor("billing", "change")).toBe("billing.change");
  expect(rightsFilterFor("billing", "none")).toBe("billing.view");
  expect(rightsFilterFor("ai", "none")).toBe("ai.change");
  expect(rightsFilterFor("audit", "change")).toBe("audit.view");
});
