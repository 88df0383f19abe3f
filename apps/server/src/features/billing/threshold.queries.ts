import { nilPersonId } from "../../directory/limits/nil-person.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** A threshold that a budget has reached. */
export type ReachedThreshold = {
  organizationId: string;
  /** null for the budget of the whole organization. */
  personId: string | null;
  /** First day of the month. */
  period: string;
  thresholdPercent: number;
};

/** Marks a threshold as notified. Returns false when it already was, or when the organization no longer exists. */
export function recordNotified(tx: WriteTransaction, reached: ReachedThreshold, now: Date): Promise<boolean> {
  return tx.organization(reached.organizationId, async (db) => {
    const rows = await db
      .updateTable("ai_alert")
      .set({ notified_at: now })
      .where("organization_id", "=", reached.organizationId)
      .where("person_id", "=", reached.personId ?? nilPersonId)
      .where("period", "=", reached.period)
      .where("threshold_percent", "=", reached.thresholdPercent)
      .where("notified_at", "is", null)
      .returning("person_id")
      .execute();
    return rows.length > 0;
  });
}

/** Returns whether a person is an active member. */
export function isActiveMember(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<boolean> {
  return tx.organization(organizationId, async (db) => {
    const row = await db
      .selectFrom("membership as m")
      .select("m.id")
      .where("m.organization_id", "=", organizationId)
      .where("m.person_id", "=", personId)
      .where("m.status", "=", "active")
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Returns the person of a message; the nil id means the whole organization. */
export function personOf(personId: string): string | null {
  return personId === nilPersonId ? null : personId;
}
