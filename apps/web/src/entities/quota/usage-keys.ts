import type { Scope } from "../organization/organization-keys.ts";

/**
 * Keys of the usage of AI calls. They are not below the keys of the organization, because each call changes the usage.
 */
export const usageKeys = {
  one: (organizationId: Scope) => ["usage", organizationId] as const,
  quota: (organizationId: Scope) => ["usage", organizationId, "quota"] as const,
  /** Sums that change with each call. */
  sums: (organizationId: Scope) => ["usage", organizationId, "sums"] as const,
  /** Sums of days before the current month. Calls are added to the day they end, so these do not change. */
  past: (organizationId: Scope) => ["usage", organizationId, "past"] as const,
};
