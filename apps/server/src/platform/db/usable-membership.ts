import { type RawBuilder, sql } from "kysely";

/** The facts that decide whether a membership is usable. */
export type MembershipFacts = { status: string; blocked: boolean; validUntil: Date | string | null };

/**
 * Returns whether a membership is active, not blocked and within its validity. Equivalent to the SQL function
 * `usable_membership`, and a test compares the two.
 */
export function isUsableMembership({ status, blocked, validUntil }: MembershipFacts, now: Date): boolean {
  return status === "active" && !blocked && (validUntil === null || now < new Date(validUntil));
}

/** Returns whether an organization gives a role access. A suspended one gives access only to its administrators. */
export function admits(organizationStatus: string, role: string): boolean {
  return (
    organizationStatus === "trial" ||
    organizationStatus === "active" ||
    (organizationStatus === "suspended" && role === "org_admin")
  );
}

/**
 * Returns the SQL condition of {@link isUsableMembership} for a row of `membership`.
 *
 * @param alias Name of the row in the statement.
 */
export function usableMembership(alias: string, now: Date): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`usable_membership(${column("status")}, ${column("blocked_at")}, ${column("valid_until")}, ${now}::timestamptz)`;
}
