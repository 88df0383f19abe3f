import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import { findNewestToken } from "./newest-token.queries.ts";
import type { SessionService } from "./session.service.ts";

/**
 * The caller of a browser's session by the secret of its device, for a request that shows something else that only the
 * session was given; judged like every other. undefined for sessions without a cookie: nothing would bind these.
 */
export async function resolveSession(
  db: IdentityDb,
  sessions: Pick<SessionService, "resolveHashed">,
  sessionId: string,
  deviceSecret: string | undefined,
): Promise<Caller | undefined> {
  const tokenHash = await findNewestToken(db, sessionId);
  const caller = tokenHash && (await sessions.resolveHashed(tokenHash, deviceSecret));
  return caller?.kind === "browser" ? caller : undefined;
}
