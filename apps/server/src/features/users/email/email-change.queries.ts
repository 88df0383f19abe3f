import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sql } from "kysely";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { lockPerson } from "../../../directory/people.queries.ts";
import { setConfirmedEmail } from "../../../directory/addresses.queries.ts";
import { syncMemberRows } from "../../../directory/member-rows.queries.ts";

/** Requester of a change: a user for themselves, or an administrator in an organization. */
type EmailRequester = { personId: string; organizationId: string | null };

/**
 * Stores a new address in place of an earlier request, and mails its owner a link to confirm it. Returns the id of the
 * change, so that the caller notifies the last confirmed address, which may have been removed a few days ago.
 */
export async function requestEmail(
  tx: WriteTransaction,
  change: {
    personId: string;
    oldEmail: string | null;
    newEmail: string;
    /** Language of the mails. Without it, that of the person. */
    language?: string;
    by: EmailRequester;
  },
): Promise<string> {
  const { personId, newEmail, language, by } = change;
  await withdrawEmail(tx, personId);
  const oldEmail = change.oldEmail ?? (await removedEmail(tx, personId));
  const id = await insertChange(tx, { personId, oldEmail, newEmail, by });
  await setPending(tx, personId, newEmail);
  const order = { template: "emailConfirm", emailChangeId: id, ...(language && { language }) };
  tx.emit("mail", order, uuidV7());
  return id;
}

/**
 * Removes the confirmed address of a locked person, and an unconfirmed request. Returns the id of the change, so that
 * the caller notifies the removed address, or undefined if there was no address.
 */
export async function removeEmail(
  tx: WriteTransaction,
  change: { personId: string; oldEmail: string | null; by: EmailRequester },
): Promise<string | undefined> {
  const { personId, oldEmail, by } = change;
  await withdrawEmail(tx, personId);
  await setConfirmedEmail(tx, personId, null);
  if (oldEmail === null) return undefined;
  const id = await insertChange(tx, { personId, oldEmail, newEmail: null, by });
  await markEmailChange(tx, id, "confirmed_at");
  return id;
}

async function insertChange(
  tx: WriteTransaction,
  change: { personId: string; oldEmail: string | null; newEmail: string | null; by: EmailRequester },
): Promise<string> {
  const id = uuidV7();
  await tx.identity
    .insertInto("email_change")
    .values({
      id,
      person_id: change.personId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_by: change.by.personId,
      organization_id: change.by.organizationId,
    })
    .execute();
  return id;
}

/** Returns the address that was removed last, while its change is kept (seven days), or null if there is none. */
async function removedEmail(tx: WriteTransaction, personId: string): Promise<string | null> {
  const removal = await tx.identity
    .selectFrom("email_change")
    .select("old_email")
    .where("person_id", "=", personId)
    .where("new_email", "is", null)
    .where("confirmed_at", "is not", null)
    .where("withdrawn_at", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return removal?.old_email ?? null;
}

/** Returns the confirmed address of a person, who stays locked until the transaction ends. */
export async function lockConfirmedEmail(tx: WriteTransaction, personId: string): Promise<string | null> {
  return (await lockPerson(tx, personId)).email;
}

/** Withdraws an unconfirmed change. Returns false if there is none. */
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
  await syncMemberRows(tx, personId);
}

/** Returns the address that an open link confirms or restores, or null if the link is unknown, used or expired. */
export async function findLinkedEmail(db: IdentityDb, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [link] = await db.read((query) =>
    query
      .selectFrom("one_time_token")
      .select(["purpose", "details"])
      .where("token_hash", "=", tokenHash)
      .where("purpose", "in", ["email_confirm", "email_cancel"])
      .where("used_at", "is", null)
      .where("expires_at", ">", now),
  );
  if (link === undefined) return null;
  const { emailChangeId } = link.details as { emailChangeId: string };
  const [change] = await db.read((query) =>
    query
      .selectFrom("email_change")
      .select(["old_email", "new_email", "confirmed_at"])
      .where("id", "=", emailChangeId)
      .where("withdrawn_at", "is", null),
  );
  if (change === undefined) return null;
  if (link.purpose === "email_cancel") return change.old_email;
  return change.confirmed_at === null ? change.new_email : null;
}

/**
 * Consumes a mailed link of a change of address and returns its data, or undefined if it is unknown, used or expired.
 */
export async function consumeEmailLink(
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

/** Locks and returns a change of address. Its person is locked first, in the usual order. */
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
    .select(["id", "person_id", "old_email", "new_email", "confirmed_at", "withdrawn_at", "requested_by"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether an address is the confirmed one of another person. */
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

export async function markEmailChange(tx: WriteTransaction, id: string, mark: "confirmed_at"): Promise<void> {
  await tx.identity
    .updateTable("email_change")
    .set({ [mark]: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Withdraws a change and every later one of the same person, confirmed or not. Their links become invalid, so that the
 * holder of a mailbox entered in the meantime cannot take over the account again.
 */
export async function withdrawFrom(tx: WriteTransaction, personId: string, id: string): Promise<void> {
  await tx.identity
    .updateTable("email_change")
    .set({ withdrawn_at: sql`now()` })
    .where("person_id", "=", personId)
    .where("id", ">=", id)
    .where("withdrawn_at", "is", null)
    .execute();
}
