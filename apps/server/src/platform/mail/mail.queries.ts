import type { PlatformDb } from "../db/platform-db.ts";

/** Address and language of a person as they are now; undefined when there is no such person. */
export async function findRecipient(db: PlatformDb, personId: string) {
  return db.all
    .selectFrom("person")
    .select(["email", "first_name", "last_name", "language"])
    .where("id", "=", personId)
    .executeTakeFirst();
}
