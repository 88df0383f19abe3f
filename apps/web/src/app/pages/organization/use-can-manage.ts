import { sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";

/** Returns whether the user may change the organization. Other users only read. The server applies the same rule. */
export function useCanManageOrganization(): boolean {
  return useSession((session) => sessionHasRole(session, ["super_admin", "org_admin"]));
}
