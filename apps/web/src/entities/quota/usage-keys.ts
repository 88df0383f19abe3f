import type { Scope } from "../organization/organization-keys.ts";

/** Keys of what AI calls use up; not below the organization's, because each call changes them. */
export const usageKeys = {
  one: (organizationId: Scope) => ["usage", organizationId] as const,
  quota: (organizationId: Scope) => ["usage", organizationId, "quota"] as const,
};
