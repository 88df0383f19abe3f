import type { IdentityDb } from "../../../platform/db/handles.ts";

/** Returns the hash of the session's access token that expires last. */
export async function findNewestToken(db: IdentityDb, sessionId: string): Promise<Buffer | undefined> {
  const [row] = await db.read<{ token_hash: Buffer }>((query) =>
    query
      .selectFrom("access_token")
      .select("token_hash")
      .where("session_id", "=", sessionId)
      .orderBy("expires_at", "desc")
      .limit(1),
  );
  return row?.token_hash;
}
