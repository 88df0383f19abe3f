import { limitNames } from "../tenants/limits.ts";
import type { AppliedLimits, Plan, TenantLimitName } from "../tenants/tenants.api.ts";

/** Usage of an organization's limits. Contains only the limits that the user may see. */
export type PlanUse = Readonly<Partial<Record<TenantLimitName, number>>>;

/** Limits that replace those of the organization's plan. A change of plan does not affect them. */
export type OwnLimits = Readonly<Partial<Record<TenantLimitName, number>>>;

export function ownLimitsOf(limits: AppliedLimits): OwnLimits {
  return Object.fromEntries(
    limitNames.filter((name) => limits.sources[name] === "override").map((name) => [name, limits[name]]),
  );
}

/** Returns the limits that are below the current use with a plan. An own limit applies instead of the plan's. */
export function limitsBelow(plan: Plan, use: PlanUse, ownLimits: OwnLimits): readonly TenantLimitName[] {
  return limitNames.filter((name) => (use[name] ?? 0) > (ownLimits[name] ?? plan[name]));
}
