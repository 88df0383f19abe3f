import { idleAccountMs, longUnusedMs } from "@praxisportal/contract/limits";
import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { externalRoles, type Role } from "@praxisportal/contract/roles";
import type { Catalogues } from "../../../platform/i18n/catalogues.ts";
import type { UsersSearch } from "../../../features/users/users-search.ts";

/** The people concerned, as far as the list of staff can tell them apart: one list, or one for each role. */
type Mending =
  | { readonly list: keyof Catalogues["security-checks"]["links"]; readonly search: UsersSearch }
  | { readonly roles: readonly Role[] };

const byLastLogin = {
  list: "byLastLogin",
  search: { status: "active", sortBy: "lastLogin", sortOrder: "asc" },
} as const;

/** Where each check is mended. */
export const mendings = {
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
} as const satisfies Record<SecurityCheck["id"], Mending>;

const dayMs = 86_400_000;

/** Days after which a check counts something; 0 where time plays no part. */
export function daysOf(check: SecurityCheck["id"]): number {
  if (check === "idleAccounts") return idleAccountMs / dayMs;
  return check === "oldInvitations" || check === "startPasswords" ? longUnusedMs / dayMs : 0;
}
