import { sessionAllows, sessionHasRole } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";

/** Whether the log of the practice may be offered to this visitor: the rule that the server applies. */
export function useReadsAudit(): boolean {
  return useSession(
    (session) => sessionHasRole(session, ["org_admin"]) || sessionAllows(session, "audit:read"),
  );
}
