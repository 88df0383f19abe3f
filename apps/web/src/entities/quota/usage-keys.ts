import type { Scope } from "../organization/organization-keys.ts";

/** Keys of the usage of AI calls; not below those of the organization, because each call changes them. */
export const usageKeys = {
  one: (organizationId: Scope) => ["usage", organizationId] as const,
  quota: (organizationId: Scope) => ["usage", organizationId, "quota"] as const,
};
