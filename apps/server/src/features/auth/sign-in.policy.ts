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

/** What a new session must do first: a given password is changed before a second factor is set up. */
export function restrictionOf(
  person: Person & { must_change_password: boolean; two_factor_enabled: boolean },
  demo: boolean,
): Restriction | null {
  if (person.must_change_password) return "password_change";
  return needsTwoFactor(person, demo) && !person.two_factor_enabled ? "two_factor_setup" : null;
}
