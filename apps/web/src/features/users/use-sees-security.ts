import { maySeeSecurityOfOthers } from "@praxisportal/contract/users/users.rules";
import { type SessionState, useSession } from "../../platform/session/session.store.ts";

/** Returns whether a user may see other members' security details; otherwise they get the directory. */
export function seesSecurity({ user }: Pick<SessionState, "user">): boolean {
  return (
    user !== null && maySeeSecurityOfOthers({ role: user.role.type, permissions: user.role.permissions })
  );
}

/** The same for the signed-in user. */
export function useSeesSecurity(): boolean {
  return useSession(seesSecurity);
}
