import type { WebhookChoice } from "@praxisportal/contract/staff/staff.schema";
import { sql } from "kysely";
import { checkedCount, itemCount, type StoredItem } from "./board.queries.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** An onboarding or offboarding for display, with the checked items of its checklist. */
export type RecordRow = {
  id: string;
  kind: "onboarding" | "offboarding";
  state: "planned" | "done" | "cancelled";
  takes_effect_at: Date;
  blocked_at: Date | null;
  created_at: Date;
  created_name: string | null;
  done_at: Date | null;
  successor_id: string | null;
  successor_name: string | null;
  outcome: unknown;
  webhook_choices: WebhookChoice[] | null;
  items: StoredItem[] | null;
  checks: { item: string; at: string; by: string | null }[];
};

/** Returns the SQL of a name from the membership row, so that an erased name is erased here as well. */
const nameOf = (column: "created_by" | "successor_id" | "checked_by", from: "c" | "k") =>
  sql<string | null>`(select nullif(trim(n.first_name || ' ' || n.last_name), '') from membership n
    where n.organization_id = c.organization_id and n.person_id = ${sql.ref(`${from}.${column}`)})`;

/**
 * Returns the newest onboarding and offboarding of a person, planned ones first, or only the record with the given id.
 */
export async function readRecords(
  db: OrganizationDb,
  personId: string,
  recordId?: string,
): Promise<RecordRow[]> {
  return db.read((query) =>
    query
      .selectFrom("staff_change as c")
      .distinctOn("c.kind")
      .select(["c.id", "c.takes_effect_at", "c.blocked_at", "c.created_at", "c.done_at", "c.successor_id"])
      .select([
        "c.outcome",
        sql<RecordRow["webhook_choices"]>`c.webhook_choices`.as("webhook_choices"),
        sql<RecordRow["items"]>`c.items`.as("items"),
        sql<RecordRow["kind"]>`c.kind`.as("kind"),
        sql<RecordRow["state"]>`c.state`.as("state"),
        nameOf("created_by", "c").as("created_name"),
        nameOf("successor_id", "c").as("successor_name"),
        sql<RecordRow["checks"]>`(
          select coalesce(jsonb_agg(jsonb_build_object('item', k.item, 'at', k.checked_at,
            'by', ${nameOf("checked_by", "k")})), '[]')
          from staff_check k
          where k.organization_id = c.organization_id and k.change_id = c.id)`.as("checks"),
      ])
      .where("c.organization_id", "=", db.organizationId)
      .where("c.person_id", "=", personId)
      .$if(recordId !== undefined, (only) => only.where("c.id", "=", recordId ?? ""))
      .orderBy("c.kind")
      .orderBy(sql`c.state = 'planned'`, "desc")
      .orderBy("c.created_at", "desc")
      .orderBy("c.id", "desc"),
  );
}

/** Locks and returns a record of a person, or undefined if there is no such record. */
export async function lockRecord(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  recordId: string,
) {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("staff_change")
      .select([
        "id",
        "state",
        sql<RecordRow["kind"]>`kind`.as("kind"),
        sql<RecordRow["items"]>`items`.as("items"),
      ])
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .where("id", "=", recordId)
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** Checks or unchecks an item. Returns whether anything changed. */
export async function setCheck(
  tx: WriteTransaction,
  organizationId: string,
  check: { recordId: string; item: string; done: boolean; by: string; at: Date },
): Promise<boolean> {
  return tx.organization(organizationId, async (db) => {
    const key = { organization_id: organizationId, change_id: check.recordId, item: check.item };
    if (!check.done) {
      const { numDeletedRows } = await db
        .deleteFrom("staff_check")
        .where("organization_id", "=", organizationId)
        .where("change_id", "=", check.recordId)
        .where("item", "=", check.item)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("staff_check")
      .values({ ...key, checked_by: check.by, checked_at: check.at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  });
}

/** Stores whether all items of a locked record are checked. */
export async function storeCompletion(
  tx: WriteTransaction,
  organizationId: string,
  recordId: string,
  now: Date,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("staff_change as c")
      .set({
        completed_at: sql<Date | null>`case when ${checkedCount} >= ${itemCount} then ${now}::timestamptz end`,
      })
      .where("c.organization_id", "=", organizationId)
      .where("c.id", "=", recordId)
      .execute(),
  );
}
