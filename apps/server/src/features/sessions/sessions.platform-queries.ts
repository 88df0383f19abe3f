import type { PlatformDb } from "../../platform/db/platform-db.ts";

/** From where a session was begun. */
export async function findSignIn(db: PlatformDb, sessionId: string) {
  return db.all
    .selectFrom("session")
    .select(["user_agent", "address"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
}
