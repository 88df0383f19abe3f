import { effectivePermissions, type PermissionArea, permissionAreas } from "../permissions.ts";
import { levelsOf } from "../rights.ts";

/** Decisions of a review about the rights of a member. */
export const reviewDecisions = ["keep", "reduce", "end"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Months between two reviews. */
export const reviewIntervals = [3, 6, 12] as const;

/** Maximum length of a reason. */
export const reviewReasonMaxLength = 300;

/** Days without a change in an area, or without a sign-in, after which a right counts as unused. */
export const unusedDays = 90;

export type AreaLevel = { area: PermissionArea; level: "read" | "write" };

/** Returns the areas in which a role and its grants give access, and whether the access is more than reading. */
export function areaLevels(role: string, granted: readonly string[]): AreaLevel[] {
  const permissions = effectivePermissions(role, granted);
  const levels = levelsOf(role, granted);
  return permissionAreas.flatMap((area) => {
    if (!permissions.some((permission) => permission === "*" || permission.startsWith(`${area}:`))) return [];
    const changes = levels[area] === "change" || (area === "ai" && levels.aiManagement === "change");
    return [{ area, level: changes ? "write" : "read" }];
  });
}

/** Areas of audit actions by the part before the dot. Other actions belong to no area. */
const areaByAction: Readonly<Partial<Record<string, PermissionArea>>> = {
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

/** Returns the area to which an action belongs, or undefined if it belongs to none. */
export function actionArea(action: string): PermissionArea | undefined {
  return areaByAction[action.slice(0, action.indexOf("."))];
}
