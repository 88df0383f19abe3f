import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";

/** Roles to which `required_admins` applies and which always need the second factor, even on a trusted device. */
const administratorRoles: readonly string[] = ["super_admin", "admin", "org_admin", "practice_admin"];

type Person = {
  platform_role: string | null;
  memberships: readonly { role: string; status: string; twoFactorPolicy: TwoFactorPolicy }[];
};

/** Returns whether a person is an administrator, on the platform or in an organization. */
export function administers(person: Pick<Person, "platform_role" | "memberships">): boolean {
  return (
    person.platform_role !== null ||
    person.memberships.some((row) => row.status === "active" && administratorRoles.includes(row.role))
  );
}

/**
 * Returns whether a person must have a second factor: every platform account, unless the portal runs as a
 * demonstration, and every member of an organization that requires one.
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

/** A person's second factors. */
type Factors = { two_factor_enabled: boolean; has_passkey: boolean };

/**
 * Returns whether a correct password leads to a second step. A passkey is normally a way to sign in without a password;
 * it is the second step only for users who must have a second factor and have no app.
 */
export function requiresSecondStep(person: Person & Factors, demo: boolean): boolean {
  return person.two_factor_enabled || (person.has_passkey && needsTwoFactor(person, demo));
}

/** Settings of the portal that decide about second factors. */
export type FactorRules = {
  demo: boolean;
  /** Whether a second factor can be set up; if not, people without one do not need one. */
  offersTwoFactor: boolean;
};

/** Returns what a new session must do first: a temporary password is changed before a second factor is set up. */
export function restrictionOf(
  person: Person & Factors & { must_change_password: boolean },
  { demo, offersTwoFactor }: FactorRules,
): Restriction | null {
  if (person.must_change_password) return "password_change";
  const hasSecondFactor = person.two_factor_enabled || person.has_passkey;
  return offersTwoFactor && needsTwoFactor(person, demo) && !hasSecondFactor ? "two_factor_setup" : null;
}

/** Proofs of a session, and the facts that decide how much it must prove now. */
type SessionProof = Person &
  Factors & {
    must_change_password: boolean;
    restriction: Restriction | null;
    second_factor_at: Date | null;
  };

/** The result of checking a session against the current sign-in rules. */
export type ProofVerdict = { restriction: Restriction | null; hasSecondFactor: boolean };

/**
 * Checks a session against the current rules: since it began, the user may have received another role, or an
 * organization may require more. A session without a second factor is "insufficient" if a sign-in would now ask for
 * one; a user who has none is restricted to setting one up. A restriction from the start of the session applies until
 * it is fulfilled. On a trusted device, users with an authenticator app may skip the second factor, but administrators
 * may not.
 */
export function checkProof(session: SessionProof, rules: FactorRules): ProofVerdict | "insufficient" {
  const hasSecondFactor = requiresSecondStep(session, rules.demo);
  if (hasSecondFactor && session.second_factor_at === null) {
    const mayTrustDevice = session.two_factor_enabled && !administers(session);
    if (!mayTrustDevice) return "insufficient";
  }
  const isLifted = session.restriction === "two_factor_setup" && !rules.offersTwoFactor;
  const restriction = isLifted ? null : session.restriction;
  return { restriction: restriction ?? restrictionOf(session, rules), hasSecondFactor };
}
