import { sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";

/** Whether the person may change the practice; the others read. The server asks the same. */
export function useManagesPractice(): boolean {
  return useSession((session) => sessionHasRole(session, ["super_admin", "org_admin"]));
}
