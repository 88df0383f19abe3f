import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import { useSession } from "../../platform/session/session.store.ts";

/**
 * Returns whether the signed-in user may see the security details of other members. Other users see the directory
 * instead.
 */
export function useCanViewSecurity(): boolean {
  return useSession(
    ({ user }) =>
      user !== null && canViewSecurity({ role: user.role.type, permissions: user.role.permissions }),
  );
}
