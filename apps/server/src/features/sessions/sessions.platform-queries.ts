import type { PlatformDb } from "../../platform/db/platform-db.ts";

/** Returns the browser and the address that a session was started from. */
export async function findSignIn(db: PlatformDb, sessionId: string) {
  return db.reads
    .selectFrom("session")
    .select(["user_agent", "address"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
}
