import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { Caller } from "../../../platform/request-context/caller.ts";
import { findNewestToken } from "./newest-token.queries.ts";
import type { CallerResolver } from "./caller-resolver.ts";

/**
 * Returns the caller of a browser's session by the secret of its device, for a request that contains something only
 * this session received, instead of an access token. The usual checks apply. Returns undefined for sessions without a
 * cookie, because nothing would bind them to the device.
 */
export async function resolveSession(
  db: IdentityDb,
  callers: Pick<CallerResolver, "resolveHashed">,
  sessionId: string,
  deviceSecret: string | undefined,
): Promise<Caller | undefined> {
  const tokenHash = await findNewestToken(db, sessionId);
  const caller = tokenHash && (await callers.resolveHashed(tokenHash, deviceSecret));
  return caller?.kind === "browser" ? caller : undefined;
}
