import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";

/** Returns a person with the data of a sign-in, and the language of their mails. */
export async function findResetRecipient(
  db: PlatformDb,
  personId: string,
): Promise<(LoginCandidate & { language: string }) | undefined> {
  const { rows } = await sql<LoginCandidate & { language: string }>`
    select found.*, p.language from find_sign_in_person(${personId}) as found
    join person p on p.id = found.person_id`.execute(db.reads);
  return rows[0];
}

/** Stores a new reset link for a person; older ones become invalid. */
export async function replaceResetToken(
  db: PlatformDb,
  token: { hash: Buffer; personId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.write(async (tx) => {
    // Serializes two mails, so that the older link always becomes invalid.
    await tx.identity
      .selectFrom("person")
      .select("id")
      .where("id", "=", token.personId)
      .forUpdate()
      .execute();
    await tx.identity
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("person_id", "=", token.personId)
      .where("purpose", "=", "password_reset")
      .where("used_at", "is", null)
      .execute();
    await tx.identity
      .insertInto("one_time_token")
      .values({
        token_hash: token.hash,
        purpose: "password_reset",
        person_id: token.personId,
        details: "{}",
        expires_at: token.expiresAt,
      })
      .execute();
  });
}
