import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import { useSession } from "../../platform/session/session.store.ts";

/** Returns whether the signed-in user may see other members' security details; otherwise they get the directory. */
export function useSeesSecurity(): boolean {
  return useSession(
    ({ user }) =>
      user !== null && canViewSecurity({ role: user.role.type, permissions: user.role.permissions }),
  );
}
