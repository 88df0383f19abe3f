import { effectivePermissions } from "../permissions.ts";
import { levelsOf, type RightsArea, rightsAreas } from "../rights.ts";

/** Decisions of a review about the rights of a member. */
export const reviewDecisions = ["keep", "reduce", "end"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Months between two reviews. */
export const reviewIntervals = [3, 6, 12] as const;

/** Maximum length of a reason. */
export const reviewReasonMaxLength = 300;

/** Days without a change in an area, or without a sign-in, after which a right counts as unused. */
export const unusedDays = 90;

/** Areas of a review. "ai" stands for both areas of the AI: its use, and its consumption and rules. */
export type ReviewArea = Exclude<RightsArea, "aiManagement">;
export const reviewAreas = rightsAreas.filter((area): area is ReviewArea => area !== "aiManagement");

export type AreaLevel = {
  area: ReviewArea;
  level: "read" | "write";
  /** No permission gives this access, so it ends only with another role. */
  isByRoleOnly: boolean;
};

/** Returns the areas in which a role and its grants give access, and whether the access is more than reading. */
export function areaLevels(role: string, granted: readonly string[]): AreaLevel[] {
  const permissions = effectivePermissions(role, granted);
  const levels = levelsOf(role, granted);
  return reviewAreas.flatMap((area) => {
    const ofArea = area === "ai" ? [levels.ai, levels.aiManagement] : [levels[area]];
    if (ofArea.every((level) => level === "none")) return [];
    return [
      {
        area,
        level: ofArea.includes("change") ? "write" : "read",
        isByRoleOnly: !permissions.some(
          (permission) => permission === "*" || permission.startsWith(`${area}:`),
        ),
      },
    ];
  });
}

/** Areas of audit actions by the part before the dot. Other actions belong to no area. */
const areaByAction: Readonly<Partial<Record<string, ReviewArea>>> = {
  user: "users",
  member: "users",
  staff: "users",
  organization: "organizations",
  department: "organizations",
  site: "organizations",
  workstation: "workstations",
  billing: "billing",
  subscription: "billing",
  ai: "ai",
  audit: "audit",
  webhook: "integrations",
  token: "api",
};

/** Actions on users that concern how they sign in. */
const securityActions: ReadonlySet<string> = new Set([
  "user.unlocked",
  "user.blocked",
  "user.unblocked",
  "user.password_set",
  "user.recovery_code_created",
  "user.day_code_created",
  "user.day_code_ended",
  "user.two_factor_reset",
  "user.connections_reset",
]);

/** Returns the area to which an action belongs, or undefined if it belongs to none. */
export function actionArea(action: string): ReviewArea | undefined {
  if (securityActions.has(action)) return "security";
  return areaByAction[action.slice(0, action.indexOf("."))];
}
