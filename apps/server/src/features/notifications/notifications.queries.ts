import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { GlobalTables } from "../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { NotificationRow } from "./notifications.presenter.ts";

/** Recipient whose notifications may be read or changed: those about their present organizations, or about none. */
export type Recipient = { personId: string; organizationIds: readonly string[] };

const columns = [
  "id",
  "person_id",
  "organization_id",
  sql<NotificationRow["type"]>`type`.as("type"),
  "kind",
  sql<NotificationRow["messages"]>`messages`.as("messages"),
  sql<NotificationRow["route"]>`route`.as("route"),
  "subject_id",
  "created_at",
  "read_at",
] as const;

function ownedBy({ personId, organizationIds }: Recipient) {
  return (
    where: ExpressionBuilder<Pick<GlobalTables, "notification">, "notification">,
  ): ExpressionWrapper<Pick<GlobalTables, "notification">, "notification", SqlBool> =>
    where.and([
      where("person_id", "=", personId),
      where("deleted_at", "is", null),
      where.or([
        where("organization_id", "is", null),
        sql<SqlBool>`organization_id = any(${organizationIds}::uuid[])`,
      ]),
    ]);
}

export function insertNotifications(
  tx: WriteTransaction,
  rows: readonly (NotificationRow & { mail: Readonly<Record<string, string>> | null })[],
): void {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    ...row,
    messages: JSON.stringify(row.messages),
    mail: row.mail && JSON.stringify(row.mail),
  }));
  tx.sendLast(tx.identity.insertInto("notification").values(values));
}

/** Returns notifications newest first, at most `limit`, older than the one with the id `before`. */
export function listNotifications(
  db: IdentityDb,
  recipient: Recipient,
  { before, since, limit }: { before: string | undefined; since: Date; limit: number },
): Promise<NotificationRow[]> {
  return db.read((query) =>
    query
      .selectFrom("notification")
      .select(columns)
      .where(ownedBy(recipient))
      .where("created_at", ">", since)
      .$if(before !== undefined, (list) => list.where("id", "<", String(before)))
      .orderBy("id", "desc")
      .limit(limit),
  );
}

/** Marks a notification; keeps the time of the first reading. Returns undefined if it is not theirs. */
export async function setRead(
  tx: WriteTransaction,
  recipient: Recipient,
  id: string,
  readAt: Date | null,
): Promise<NotificationRow | undefined> {
  return tx.identity
    .updateTable("notification")
    .set({ read_at: readAt === null ? null : sql<Date>`coalesce(read_at, ${readAt})` })
    .where("id", "=", id)
    .where(ownedBy(recipient))
    .returning(columns)
    .executeTakeFirst();
}

/** Marks the unread notifications up to the id `upTo` as read; returns how many. */
export async function readAll(
  tx: WriteTransaction,
  recipient: Recipient,
  upTo: string,
  readAt: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx.identity
    .updateTable("notification")
    .set({ read_at: readAt })
    .where("id", "<=", upTo)
    .where("read_at", "is", null)
    .where(ownedBy(recipient))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Deletes a notification for its recipient. Returns false if it is not theirs. While its mail is due, the row is kept:
 * a security notice must not be stopped by someone who uses the session of its recipient.
 */
export async function deleteNotification(
  tx: WriteTransaction,
  recipient: Recipient,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.identity
    .updateTable("notification")
    .set({ deleted_at: now })
    .where("id", "=", id)
    .where("mail", "is not", null)
    .where(ownedBy(recipient))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  const { numDeletedRows } = await tx.identity
    .deleteFrom("notification")
    .where("id", "=", id)
    .where(ownedBy(recipient))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
