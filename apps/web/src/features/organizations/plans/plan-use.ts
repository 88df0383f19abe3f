import { limitNames } from "../tenants/limits.ts";
import type { Plan, TenantLimitName } from "../tenants/tenants.api.ts";

/** What an organization uses of its limits, as far as the user may know. */
export type PlanUse = Readonly<Partial<Record<TenantLimitName, number>>>;

/** Returns the limits of a plan that are below the current use. */
export function limitsBelow(plan: Plan, use: PlanUse): readonly TenantLimitName[] {
  return limitNames.filter((name) => (use[name] ?? 0) > plan[name]);
}
