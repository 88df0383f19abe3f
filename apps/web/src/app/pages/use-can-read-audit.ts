import { sessionAllows, sessionHasRole } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";

/** Returns whether to offer the organization's audit log to the user. The server applies the same rule. */
export function useCanReadAudit(): boolean {
  return useSession(
    (session) => sessionHasRole(session, ["org_admin"]) || sessionAllows(session, "audit:read"),
  );
}
