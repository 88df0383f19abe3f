import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { CallerMembership } from "../platform/request-context/caller.ts";
import { admits, isUsableMembership } from "../platform/db/usable-membership.ts";
import { permissionsOf } from "./permissions-of.ts";

/** One membership as the database function returns it. */
export type MembershipRow = {
  organizationId: string;
  name: string;
  type: string;
  organizationStatus: CallerMembership["organizationStatus"];
  /** End of the trial of the organization; null if it has no end, and absent if it is not needed. */
  trialEndsAt?: string | null;
  role: string;
  permissions: string[];
  status: "pending" | "active" | "deactivated";
  username: string | null;
  blocked: boolean;
  /** The members from whom the organization requires a second factor. */
  twoFactorPolicy: TwoFactorPolicy;
  /** Limits that the organization sets for the sessions of its members. */
  sessionIdleMinutes: number;
  sessionHours: number;
  allowRememberMe: boolean;
  validUntil: string | null;
};

/** Returns whether a session of a person may be renewed. The rule is the same as for signing in again. */
export function mayRenew(
  person: {
    deactivated_at: Date | null;
    platform_role: string | null;
    memberships: readonly MembershipRow[];
  },
  now: Date,
): boolean {
  if (person.deactivated_at !== null) return false;
  return (
    person.platform_role !== null || person.memberships.some((row) => isUsable(row, now) && givesAccess(row))
  );
}

/** Returns whether the organization of a usable membership gives it access. */
export function givesAccess(membership: Pick<MembershipRow, "organizationStatus" | "role">): boolean {
  return admits(membership.organizationStatus, membership.role);
}

/** Returns whether a membership is active, not blocked, within its validity, and in an operating organization. */
export function isUsable(membership: MembershipRow, now: Date): boolean {
  return (
    isUsableMembership(membership, now) &&
    ["trial", "active", "suspended"].includes(membership.organizationStatus)
  );
}

/** Returns a membership with its effective permissions. */
export function toMembership(row: MembershipRow, now: Date): CallerMembership {
  // Stored roles are canonical; an unknown one would be a data error and must not grant anything.
  const role = canonicalRole(row.role) ?? "guest";
  return {
    organizationId: row.organizationId,
    name: row.name,
    type: row.type,
    organizationStatus: row.organizationStatus,
    isTrialOver:
      row.organizationStatus === "trial" &&
      typeof row.trialEndsAt === "string" &&
      now >= new Date(row.trialEndsAt),
    role,
    permissions: permissionsOf(role, row.permissions),
    username: row.username,
  };
}
