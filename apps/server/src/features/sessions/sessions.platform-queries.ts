import type { PlatformDb } from "../../platform/db/platform-db.ts";

/** Returns the browser and the address with which a session began. */
export async function findSignIn(db: PlatformDb, sessionId: string) {
  return db.all
    .selectFrom("session")
    .select(["user_agent", "address"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
}
