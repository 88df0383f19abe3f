import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import { type SessionState, useSession } from "../../platform/session/session.store.ts";

/** Returns whether a user may see the security details of other members. Other users see the directory instead. */
export function sessionCanViewSecurity({ user }: Pick<SessionState, "user">): boolean {
  return user !== null && canViewSecurity({ role: user.role.type, permissions: user.role.permissions });
}

/** Returns whether the signed-in user may see the security details of other members. */
export function useCanViewSecurity(): boolean {
  return useSession(sessionCanViewSecurity);
}
