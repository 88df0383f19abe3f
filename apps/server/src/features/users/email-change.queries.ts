import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { lockPerson } from "./people.queries.ts";

/**
 * Enters a new address that its owner has to confirm, in place of an earlier wish, and orders the mails: the link to
 * the new address and, where there is one, a notice with a way back to the old one.
 */
export async function requestEmail(
  tx: WriteTransaction,
  change: { personId: string; oldEmail: string | null; newEmail: string; language: string },
): Promise<void> {
  const id = uuidV7();
  await withdrawEmail(tx, change.personId);
  await tx.identity
    .insertInto("email_change")
    .values({ id, person_id: change.personId, old_email: change.oldEmail, new_email: change.newEmail })
    .execute();
  await setPending(tx, change.personId, change.newEmail);
  const order = { emailChangeId: id, language: change.language };
  await tx.emit("mail", { template: "emailConfirm", ...order }, uuidV7());
  if (change.oldEmail !== null) await tx.emit("mail", { template: "emailChangeNotice", ...order }, uuidV7());
}

/** Her confirmed address; the person stays locked until the transaction ends. */
export async function lockConfirmedEmail(tx: WriteTransaction, personId: string): Promise<string | null> {
  return (await lockPerson(tx, personId)).email;
}

/** Takes back a change that nobody confirmed yet; false when there is none. */
export async function withdrawEmail(tx: WriteTransaction, personId: string): Promise<boolean> {
  await lockPerson(tx, personId);
  const withdrawn = await tx.identity
    .updateTable("email_change")
    .set({ withdrawn_at: sql`now()` })
    .where("person_id", "=", personId)
    .where("confirmed_at", "is", null)
    .where("withdrawn_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (withdrawn === undefined) return false;
  await setPending(tx, personId, null);
  return true;
}

async function setPending(tx: WriteTransaction, personId: string, email: string | null): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({ pending_email: email, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", personId)
    .execute();
  await tx.syncMemberRows(personId);
}

/** What a mailed link of a change of address names; undefined when it is unknown, used or too old. */
export async function useEmailLink(
  tx: WriteTransaction,
  tokenHash: Buffer,
  purpose: "email_confirm" | "email_cancel",
  now: Date,
): Promise<{ emailChangeId: string } | undefined> {
  const used = await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("details")
    .executeTakeFirst();
  return used?.details as { emailChangeId: string } | undefined;
}

/** A change of address, locked together with its person: she first, as everywhere. */
export async function lockEmailChange(tx: WriteTransaction, id: string) {
  const owner = await tx.identity
    .selectFrom("email_change")
    .select("person_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (owner === undefined) return undefined;
  await lockPerson(tx, owner.person_id);
  return tx.identity
    .selectFrom("email_change")
    .select(["id", "person_id", "old_email", "new_email", "confirmed_at", "withdrawn_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether an address is the confirmed one of somebody else. */
export async function isOwnedByAnother(
  tx: WriteTransaction,
  email: string,
  personId: string,
): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("person")
    .select("id")
    .where("email", "=", email)
    .where("id", "<>", personId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes an address hers, confirmed now; null = she has none. */
export async function setConfirmedEmail(
  tx: WriteTransaction,
  personId: string,
  email: string | null,
): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({
      email,
      email_verified_at: email === null ? null : sql`now()`,
      pending_email: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where("id", "=", personId)
    .execute();
  await tx.syncMemberRows(personId);
}

export async function markEmailChange(
  tx: WriteTransaction,
  id: string,
  mark: "confirmed_at" | "withdrawn_at",
): Promise<void> {
  await tx.identity
    .updateTable("email_change")
    .set({ [mark]: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** The practices of a person, whose logs tell of a changed address. */
export async function organizationsOf(tx: WriteTransaction, personId: string): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from organizations_of_person(${personId})`.execute(tx.identity);
  return rows.map((row) => row.organization_id);
}
