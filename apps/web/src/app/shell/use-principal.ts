import type { Principal } from "@praxisportal/contract/permissions";
import { isPlatformRole } from "@praxisportal/contract/roles";
import { useSession } from "../../platform/session/session.store.ts";

/** Role and effective permissions of the signed-in person in the practice of this tab. */
export function usePrincipal(): Principal | null {
  const user = useSession((session) => session.user);
  return user && { role: user.role.type, permissions: user.role.permissions };
}

/** Whether the person runs the platform: her role holds across practices and she chooses one to look into. */
export function useIsPlatform(): boolean {
  return useSession((session) => session.user !== null && isPlatformRole(session.user.role.type));
}
