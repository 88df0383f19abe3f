import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** Returns a change of address for its mails, or undefined if it was withdrawn. */
export async function findEmailChange(db: PlatformDb, id: string) {
  return db.reads
    .selectFrom("email_change as c")
    .innerJoin("person as p", "p.id", "c.person_id")
    .select(["c.person_id as personId", "c.old_email as oldEmail", "c.new_email as newEmail", "p.language"])
    .select(["c.requested_by as requestedBy", "c.organization_id as organizationId"])
    .select(["c.confirmed_at as confirmedAt"])
    .select(sql<string>`trim(p.first_name || ' ' || p.last_name)`.as("name"))
    .where("c.id", "=", id)
    .where("c.withdrawn_at", "is", null)
    .executeTakeFirst();
}

/** Stores a new link for a change of address. Older ones of the same kind become invalid. */
export async function replaceEmailToken(
  db: PlatformDb,
  token: {
    hash: Buffer;
    purpose: "email_confirm" | "email_cancel";
    personId: string;
    emailChangeId: string;
    expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  await db.write(async (tx) => {
    await tx.identity
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("person_id", "=", token.personId)
      .where("purpose", "=", token.purpose)
      .where(sql<string>`details ->> 'emailChangeId'`, "=", token.emailChangeId)
      .where("used_at", "is", null)
      .execute();
    await tx.identity
      .insertInto("one_time_token")
      .values({
        token_hash: token.hash,
        purpose: token.purpose,
        person_id: token.personId,
        details: JSON.stringify({ emailChangeId: token.emailChangeId }),
        expires_at: token.expiresAt,
      })
      .execute();
  });
}
