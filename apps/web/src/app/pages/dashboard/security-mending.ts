import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { linkOptions } from "@tanstack/react-router";

const byLastLogin = linkOptions({
  to: "/users",
  search: { status: "active", sortBy: "lastLogin", sortOrder: "asc" },
});
const administrators = linkOptions({ to: "/users", search: { role: "org_admin" } });

/** Where each check is mended: the people concerned, as far as the list can tell them apart. */
export const mendingLinks = {
  administratorsTwoFactor: administrators,
  membersTwoFactor: linkOptions({ to: "/users", search: { status: "active" } }),
  administratorCount: administrators,
  idleAccounts: byLastLogin,
  externalWithoutEnd: linkOptions({ to: "/users", search: { role: "support" } }),
  sharedUsernames: linkOptions({ to: "/users", search: { sortBy: "username", sortOrder: "asc" } }),
  failedSignIns: linkOptions({ to: "/users", search: { status: "locked" } }),
  unconfirmedEmails: linkOptions({ to: "/users", search: { sortBy: "email", sortOrder: "asc" } }),
  oldInvitations: linkOptions({ to: "/users", search: { status: "pending" } }),
  startPasswords: byLastLogin,
} as const satisfies Record<SecurityCheck["id"], object>;
