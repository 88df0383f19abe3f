import { limitNames } from "../tenants/limits.ts";
import type { AppliedLimits, Plan, TenantLimitName } from "../tenants/tenants.api.ts";

/** Usage of an organization's limits. Contains only the limits that the user may see. */
export type PlanUse = Readonly<Partial<Record<TenantLimitName, number>>>;

/** Returns the limits of a plan that are below the current use. */
export function limitsBelow(plan: Plan, use: PlanUse): readonly TenantLimitName[] {
  return limitNames.filter((name) => (use[name] ?? 0) > plan[name]);
}

/** Limits that replace those of the organization's plan. A change of plan does not affect them. */
export type OwnLimits = Readonly<Partial<Record<TenantLimitName, number>>>;

export function ownLimitsOf(limits: AppliedLimits): OwnLimits {
  return Object.fromEntries(
    limitNames.filter((name) => limits.sources[name] === "override").map((name) => [name, limits[name]]),
  );
}
