import { knownPermissions } from "../permissions.ts";
import { accessLevels, type AccessLevel, levelsOf, type RightsArea, rightsAreas } from "../rights.ts";
import { isPlatformRole, type Role, roles } from "../roles.ts";

/**
 * The rights by which the list of people is filtered. Who may do what is decided by `levelsOf`; since a level is the
 * highest one of the role and of each grant, it is found by asking `levelsOf` about each of them alone.
 */

/** A level of an area. `view` includes those who may change. */
export type RightsFilter = `${RightsArea}.${"view" | "change"}`;

/** The roles of an organization. */
const ownRoles = roles.filter((role) => !isPlatformRole(role));

const nothing: Role = "guest";

/** The levels of every role without grants, and of every grant without a role. */
const byRole = ownRoles.map((role) => ({ role, levels: levelsOf(role, []) }));
const byPermission = knownPermissions.map((permission) => ({
  permission,
  levels: levelsOf(nothing, [permission]),
}));

/** All rights that somebody may have; an area where nobody may only view has no filter for viewing. */
export const rightsFilters: readonly RightsFilter[] = rightsAreas.flatMap((area) =>
  (["view", "change"] as const)
    .filter((level) => [...byRole, ...byPermission].some(({ levels }) => levels[area] === level))
    .map((level) => `${area}.${level}` as const),
);

/** Returns the filter that finds those with at least a level; the lowest one of the area for no access. */
export function rightsFilterFor(area: RightsArea, level: AccessLevel): RightsFilter | undefined {
  const ofArea = rightsFilters.filter((filter) => filter.startsWith(`${area}.`));
  return ofArea.find((filter) => filter === `${area}.${level}`) ?? ofArea[0];
}

/** Returns the area and the level of a filter. */
export function rightsFilterParts(filter: RightsFilter): { area: RightsArea; level: "view" | "change" } {
  const [area, level] = filter.split(".") as [RightsArea, "view" | "change"];
  return { area, level };
}

/** Returns the roles of an organization and the grants that give a right, each of them alone. */
export function sourcesOfRight(filter: RightsFilter): { roles: Role[]; permissions: string[] } {
  const { area, level } = rightsFilterParts(filter);
  const isEnough = (held: AccessLevel) => accessLevels.indexOf(held) >= accessLevels.indexOf(level);
  return {
    roles: byRole.filter(({ levels }) => isEnough(levels[area])).map(({ role }) => role),
    permissions: byPermission
      .filter(({ levels }) => isEnough(levels[area]))
      .map(({ permission }) => permission),
  };
}
