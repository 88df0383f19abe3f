import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";

/** Roles that `required_admins` means, and that no remembered device spares the second factor. */
const administratorRoles: readonly string[] = ["super_admin", "admin", "org_admin", "practice_admin"];

type Person = {
  platform_role: string | null;
  memberships: readonly { role: string; status: string; twoFactorPolicy: TwoFactorPolicy }[];
};

/** Whether a person administers anything, on the platform or in a practice. */
export function administers(person: Pick<Person, "platform_role" | "memberships">): boolean {
  return (
    person.platform_role !== null ||
    person.memberships.some((row) => row.status === "active" && administratorRoles.includes(row.role))
  );
}

/**
 * Whether a person must have a second factor: every platform account, unless the portal runs as a demonstration, and
 * whoever any of her practices demands it of.
 */
export function needsTwoFactor(person: Person, demo: boolean): boolean {
  if (person.platform_role !== null && !demo) return true;
  return person.memberships.some(
    (row) =>
      row.status === "active" &&
      (row.twoFactorPolicy === "required_all" ||
        (row.twoFactorPolicy === "required_admins" && administratorRoles.includes(row.role))),
  );
}

/** What somebody has besides her password. */
type Factors = { two_factor_enabled: boolean; has_passkey: boolean };

/**
 * Whether a right password leads to a second step. A passkey beside the password is a way to sign in without it; only
 * for whoever must have a second factor and has no app, it is the second step as well.
 */
export function asksSecondStep(person: Person & Factors, demo: boolean): boolean {
  return person.two_factor_enabled || (person.has_passkey && needsTwoFactor(person, demo));
}

/** What a new session must do first: a given password is changed before a second factor is set up. */
export function restrictionOf(
  person: Person & Factors & { must_change_password: boolean },
  demo: boolean,
): Restriction | null {
  if (person.must_change_password) return "password_change";
  const hasSecondFactor = person.two_factor_enabled || person.has_passkey;
  return needsTwoFactor(person, demo) && !hasSecondFactor ? "two_factor_setup" : null;
}

/** What a session has proven, and what decides how much it must prove now. */
type SessionProof = Person &
  Factors & {
    must_change_password: boolean;
    restriction: Restriction | null;
    second_factor_at: Date | null;
  };

/** How a session meets the rules for a sign-in as they are now. */
export type ProofVerdict = { restriction: Restriction | null; hasSecondFactor: boolean };

/**
 * Holds a session to the present rules: the user may have been given another role, a practice may demand more than when
 * the session began. A session without a second factor is "insufficient" where a sign-in would now ask for one; a user
 * who has none is restricted to setting one up. What restricted the session when it began still does until it is done.
 *
 * A trusted device spares users with an authenticator app the second factor, but never an administrator.
 */
export function judgeProof(session: SessionProof, demo: boolean): ProofVerdict | "insufficient" {
  const hasSecondFactor = asksSecondStep(session, demo);
  if (hasSecondFactor && session.second_factor_at === null) {
    const mayTrustDevice = session.two_factor_enabled && !administers(session);
    if (!mayTrustDevice) return "insufficient";
  }
  return { restriction: session.restriction ?? restrictionOf(session, demo), hasSecondFactor };
}
