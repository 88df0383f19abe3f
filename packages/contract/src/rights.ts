import {
  effectivePermissions,
  predefinedPermissions,
  permissionAreas,
  type PermissionArea,
} from "./permissions.ts";
import { canonicalRole, type Role } from "./roles.ts";

/**
 * Meaning of roles and permissions in the portal, as one level per area. Every screen that shows rights uses this
 * table. The sentences of the web app (`rights.de.json`) are keyed by area and level.
 */

/** Levels of access to an area, lowest first. */
export const accessLevels = ["none", "view", "change"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Areas as users know them, in display order. They include areas of permissions and areas that only roles open. */
export const rightsAreas = [
  "users",
  "security",
  "workstations",
  "organizations",
  "audit",
  "billing",
  "usage",
  "ai",
  "aiManagement",
  "data",
  "settings",
  "api",
  "integrations",
  "reports",
  "analytics",
  "notifications",
] as const;
export type RightsArea = (typeof rightsAreas)[number];

/** Areas that only concern connected programs, except for the level that a role gives in them. */
const programAreas: ReadonlySet<RightsArea> = new Set([
  "data",
  "settings",
  "api",
  "integrations",
  "reports",
  "analytics",
  "notifications",
]);

/** Returns whether an area concerns the portal itself and not only connected programs. */
export function isPortalArea(area: RightsArea): boolean {
  return !programAreas.has(area);
}

/** Effect of a permission: a level in one or more areas. */
export type PermissionMeaning = { readonly area: RightsArea; readonly level: "view" | "change" };

type Meanings = readonly PermissionMeaning[];
type AreaMeanings = { readonly reading: Meanings; readonly writing: Meanings } & {
  readonly further?: Readonly<Record<string, Meanings>>;
};

const meaning = (area: RightsArea, level: PermissionMeaning["level"]): Meanings => [{ area, level }];

/** Returns the meanings of an area that permissions to read and to write open. */
const viewAndChange = (area: RightsArea): AreaMeanings => ({
  reading: meaning(area, "view"),
  writing: meaning(area, "change"),
});

/**
 * Returns the meanings of an area where only a role may change data. A write permission gives no more than a read one.
 */
const viewOnly = (area: RightsArea): AreaMeanings => ({
  reading: meaning(area, "view"),
  writing: meaning(area, "view"),
});

/** Meanings of all permissions by area. A new area does not compile until it is listed here. */
const meanings: Readonly<Record<PermissionArea, AreaMeanings>> = {
  users: viewAndChange("users"),
  organizations: viewOnly("organizations"),
  billing: viewAndChange("billing"),
  security: viewOnly("security"),
  audit: viewOnly("audit"),
  usage: viewOnly("usage"),
  ai: {
    reading: meaning("aiManagement", "view"),
    writing: meaning("aiManagement", "change"),
    further: {
      use: meaning("ai", "change"),
      "*": [...meaning("aiManagement", "change"), ...meaning("ai", "change")],
    },
  },
  // No part of the portal requires these; they are passed on to connected programs.
  data: viewAndChange("data"),
  settings: viewAndChange("settings"),
  api: viewAndChange("api"),
  integrations: viewAndChange("integrations"),
  reports: viewAndChange("reports"),
  analytics: viewAndChange("analytics"),
  notifications: viewAndChange("notifications"),
};

const readingActions: ReadonlySet<string> = new Set(["read", "view"]);
const writingActions: ReadonlySet<string> = new Set([
  "write",
  "create",
  "update",
  "edit",
  "delete",
  "manage",
  "*",
]);

/**
 * Returns the meaning of a permission in canonical spelling, or an empty list for an unknown permission. A new action
 * of an area has no meaning until it is listed here.
 */
export function meaningOf(permission: string): Meanings {
  const separator = permission.indexOf(":");
  const area = permissionAreas.find((candidate) => candidate === permission.slice(0, separator));
  if (area === undefined) return [];
  const action = permission.slice(separator + 1);
  const { reading, writing, further } = meanings[area];
  if (further !== undefined && Object.hasOwn(further, action)) return further[action] ?? [];
  if (readingActions.has(action)) return reading;
  return writingActions.has(action) ? writing : [];
}

type Levels = Readonly<Record<RightsArea, AccessLevel>>;

/** Levels that a role has regardless of its permissions (`role:` in `docs/access.tsv`). */
export const roleOnlyLevels: Readonly<Partial<Record<Role, Partial<Levels>>>> = {
  org_admin: {
    security: "change",
    workstations: "change",
    organizations: "change",
    audit: "view",
    api: "change",
    integrations: "change",
  },
  practice_admin: { security: "change", workstations: "change" },
};

/** Returns the higher of two levels. */
function higher(left: AccessLevel, right: AccessLevel): AccessLevel {
  return accessLevels.indexOf(left) >= accessLevels.indexOf(right) ? left : right;
}

/** Returns the level of a role with additional permissions in each area. */
export function levelsOf(role: string, granted: readonly string[]): Levels {
  const knownRole = canonicalRole(role);
  const isAllowedAll = knownRole === "super_admin";
  const levels = Object.fromEntries(
    rightsAreas.map((area) => [area, isAllowedAll ? "change" : "none"]),
  ) as Record<RightsArea, AccessLevel>;
  const grantedMeanings: Meanings = effectivePermissions(role, granted).flatMap(meaningOf);
  for (const { area, level } of grantedMeanings) levels[area] = higher(levels[area], level);
  // Users who manage accounts or read the audit log can see how other users sign in.
  if (levels.users === "change" || levels.audit !== "none") levels.security = higher(levels.security, "view");
  const ownLevels = Object.entries((knownRole && roleOnlyLevels[knownRole]) ?? {}) as [
    RightsArea,
    AccessLevel,
  ][];
  for (const [area, level] of ownLevels) levels[area] = higher(levels[area], level);
  return levels;
}

/** Returns whether a role grants any rights. Other roles only describe a person's work. */
export function grantsSomething(role: Role): boolean {
  return (predefinedPermissions[role] ?? []).length > 0;
}

/** A change to the level in one area. */
export type LevelChange = {
  readonly area: RightsArea;
  readonly before: AccessLevel;
  readonly after: AccessLevel;
};

/** Returns the areas whose level differs, separately for higher and lower levels. */
export function compareLevels(before: Levels, after: Levels): { gained: LevelChange[]; lost: LevelChange[] } {
  const changes = rightsAreas
    .map((area) => ({ area, before: before[area], after: after[area] }))
    .filter((change) => change.before !== change.after);
  const isMore = (change: LevelChange) => higher(change.before, change.after) === change.after;
  return { gained: changes.filter(isMore), lost: changes.filter((change) => !isMore(change)) };
}

/** Permissions that give a level of an area. Levels that only a role gives have none. */
const grantsByLevel: Readonly<Partial<Record<RightsArea, Partial<Record<AccessLevel, string>>>>> = {
  ...Object.fromEntries(
    permissionAreas
      .filter((area) => area !== "ai")
      .map((area) => {
        const isViewOnly = meanings[area].writing.every(({ level }) => level === "view");
        return [area, { view: `${area}:read`, ...(isViewOnly ? {} : { change: `${area}:write` }) }];
      }),
  ),
  ai: { change: "ai:use" },
  aiManagement: { view: "ai:read", change: "ai:manage" },
};

/** Returns the permission whose grant gives a level of an area, or undefined if no permission does. */
export function grantFor(area: RightsArea, level: AccessLevel): string | undefined {
  return grantsByLevel[area]?.[level];
}

/**
 * Returns the grants that set the level of an area to `level`, unless the role gives more. The other areas keep their
 * levels.
 */
export function withLevel(
  role: string,
  granted: readonly string[],
  { area, level }: { area: RightsArea; level: AccessLevel },
): string[] {
  const otherGrants = granted.flatMap((permission) => {
    const grantMeanings = meaningOf(permission);
    if (!grantMeanings.some((areaMeaning) => areaMeaning.area === area)) return [permission];
    // A permission for several areas keeps its effect in the other areas.
    return grantMeanings
      .filter((areaMeaning) => areaMeaning.area !== area)
      .flatMap((areaMeaning) => grantFor(areaMeaning.area, areaMeaning.level) ?? []);
  });
  const grant = grantFor(area, level);
  const isGiven = accessLevels.indexOf(levelsOf(role, otherGrants)[area]) >= accessLevels.indexOf(level);
  return [...new Set(isGiven || grant === undefined ? otherGrants : [...otherGrants, grant])].toSorted();
}
