import type { Scope } from "../organization/organization-keys.ts";

/**
 * Keys of classic mode. The scope is null in a session of the legacy practice server, because that server has one
 * practice.
 */
export const legacyKeys = {
  /** Availability of classic mode in the organization. */
  offer: (scope: Scope) => ["classic-mode", scope] as const,
  /** All data from the legacy server. */
  all: (scope: Scope) => ["legacy", scope] as const,
  health: (scope: Scope) => ["legacy", scope, "health"] as const,
  practice: (scope: Scope) => ["legacy", scope, "practice"] as const,
  patients: (scope: Scope) => ["legacy", scope, "patients"] as const,
  tests: (scope: Scope) => ["legacy", scope, "tests"] as const,
};
