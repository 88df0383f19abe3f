import { knownPermissions } from "../permissions.ts";
import { accessLevels, type AccessLevel, levelsOf } from "../rights.ts";
import { isPlatformRole, type Role, roles } from "../roles.ts";
import { type RightsFilter, rightsFilterParts } from "./rights-filter.rules.ts";

/** The roles of an organization. */
const ownRoles = roles.filter((role) => !isPlatformRole(role));

const nothing: Role = "guest";

/** Levels of every role without grants, and of every grant without a role. */
const byRole = ownRoles.map((role) => ({ role, levels: levelsOf(role, []) }));
const byPermission = knownPermissions.map((permission) => ({
  permission,
  levels: levelsOf(nothing, [permission]),
}));

/**
 * Returns the roles of an organization and the grants that each give a right on their own. The rights come from
 * `levelsOf`. Because a level is the highest of the role and of each grant, each can be checked separately.
 */
export function rightSources(filter: RightsFilter): { roles: Role[]; permissions: string[] } {
  const { area, level } = rightsFilterParts(filter);
  const isEnough = (heldLevel: AccessLevel) => accessLevels.indexOf(heldLevel) >= accessLevels.indexOf(level);
  return {
    roles: byRole.filter(({ levels }) => isEnough(levels[area])).map(({ role }) => role),
    permissions: byPermission
      .filter(({ levels }) => isEnough(levels[area]))
      .map(({ permission }) => permission),
  };
}
