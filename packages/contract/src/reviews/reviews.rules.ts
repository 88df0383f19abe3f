import { effectivePermissions, type PermissionArea, permissionAreas } from "../permissions.ts";

/** What a review decides about the rights of a member. */
export const reviewDecisions = ["keep", "reduce", "end"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Months between two reviews. */
export const reviewIntervals = [3, 6, 12] as const;

/** Characters of a reason. */
export const reviewReasonMaxLength = 300;

/** Days without a change in an area, or without a sign-in, after which a right counts as unused. */
export const unusedDays = 90;

export type AreaLevel = { area: PermissionArea; level: "read" | "write" };

const readActions: readonly string[] = ["read", "view"];

/** Returns the areas in which a role and its grants permit something, and whether it is more than reading. */
export function areaLevels(role: string, granted: readonly string[]): AreaLevel[] {
  const all = effectivePermissions(role, granted);
  return permissionAreas.flatMap((area) => {
    const actions = all
      .filter((permission) => permission === "*" || permission.startsWith(`${area}:`))
      .map((permission) => permission.slice(permission.indexOf(":") + 1));
    if (actions.length === 0) return [];
    return [{ area, level: actions.every((action) => readActions.includes(action)) ? "read" : "write" }];
  });
}

/** The area of an audit action, by the part before its dot; the others belong to none. */
const areasOfActions: Readonly<Partial<Record<string, PermissionArea>>> = {
  user: "users",
  member: "users",
  staff: "users",
  organization: "organizations",
  department: "organizations",
  site: "organizations",
  workstation: "organizations",
  billing: "billing",
  subscription: "billing",
  ai: "ai",
  audit: "audit",
  webhook: "integrations",
  token: "api",
};

/** Returns the area in which an action changed something; undefined for one that belongs to none. */
export function areaOfAction(action: string): PermissionArea | undefined {
  return areasOfActions[action.slice(0, action.indexOf("."))];
}
