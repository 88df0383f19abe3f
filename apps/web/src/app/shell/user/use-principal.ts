import type { Principal } from "@praxisportal/contract/permissions";
import { isPlatformRole } from "@praxisportal/contract/roles";
import { useSession } from "../../../platform/session/session.store.ts";

/** Returns the user's role and effective permissions in the selected organization. */
export function usePrincipal(): Principal | null {
  const user = useSession((session) => session.user);
  return user && { role: user.role.type, permissions: user.role.permissions };
}

/**
 * Returns whether the user has a platform role, which applies across organizations. Such users select the organization
 * that they view.
 */
export function useIsPlatform(): boolean {
  return useSession((session) => session.user !== null && isPlatformRole(session.user.role.type));
}
