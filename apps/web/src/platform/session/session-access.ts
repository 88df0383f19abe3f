import { hasPermission } from "@praxisportal/contract/permissions";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { Role } from "@praxisportal/contract/roles";
import type { SessionState } from "./session.store.ts";
import { useSession } from "./session.store.ts";

type WithUser = Pick<SessionState, "user">;

/** Returns whether the user has a permission in the selected organization. The server applies the same rule. */
export function sessionAllows({ user }: WithUser, permission: string): boolean {
  if (user === null) return false;
  return hasPermission({ role: user.role.type, permissions: user.role.permissions }, permission);
}

/** Returns whether the user has one of the roles. super_admin matches every list. */
export function sessionHasRole({ user }: WithUser, roles: readonly Role[]): boolean {
  const role = user === null ? undefined : canonicalRole(user.role.type);
  return role !== undefined && (role === "super_admin" || roles.includes(role));
}

/** Returns the result of `sessionAllows`, for components. */
export function useHasPermission(permission: string): boolean {
  return useSession((session) => sessionAllows(session, permission));
}
