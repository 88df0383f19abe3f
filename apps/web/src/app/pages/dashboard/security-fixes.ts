import { idleAccountMs, unusedAccountMs } from "@praxisportal/contract/limits";
import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { externalRoles, type Role } from "@praxisportal/contract/roles";
import type { Catalogues } from "../../../platform/i18n/catalogues.ts";
import type { UsersSearch } from "../../../features/users/list/users-search.ts";

/** The affected members, if the filters of the member list can select them: one list, or one per role. */
type SecurityFix =
  | { readonly list: keyof Catalogues["security-checks"]["links"]; readonly search: UsersSearch }
  | { readonly roles: readonly Role[] };

const byLastLogin = {
  list: "byLastLogin",
  search: { status: "active", sortBy: "lastLogin", sortOrder: "asc" },
} as const;

/** Where each check is fixed. */
export const securityFixes = {
  administratorsTwoFactor: { roles: ["org_admin", "practice_admin"] },
  membersTwoFactor: { list: "staff", search: { status: "active" } },
  administratorCount: { list: "administration", search: { role: "org_admin" } },
  idleAccounts: byLastLogin,
  externalWithoutEnd: { roles: externalRoles },
  sharedUsernames: { list: "byUsername", search: { sortBy: "username", sortOrder: "asc" } },
  failedSignIns: { list: "locked", search: { status: "locked" } },
  unconfirmedEmails: { list: "byEmail", search: { status: "active", sortBy: "email", sortOrder: "asc" } },
  oldInvitations: { list: "invitations", search: { status: "pending" } },
  startPasswords: byLastLogin,
} as const satisfies Record<SecurityCheck["id"], SecurityFix>;

const dayMs = 86_400_000;

/** Days after which a check counts an item; 0 if the check does not depend on time. */
export function daysOf(check: SecurityCheck["id"]): number {
  if (check === "idleAccounts") return idleAccountMs / dayMs;
  return check === "oldInvitations" || check === "startPasswords" ? unusedAccountMs / dayMs : 0;
}
