import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** A threshold that a budget reached. */
export type ReachedThreshold = {
  organizationId: string;
  /** null: the budget of the whole practice. */
  personId: string | null;
  /** First day of the month. */
  period: string;
  thresholdPercent: number;
};

/** Row of a practice as a whole among those of its people. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** Notes that it is told now; false when it was told before, or the practice is gone. */
export function noteTold(tx: WriteTransaction, reached: ReachedThreshold, now: Date): Promise<boolean> {
  return tx.organization(reached.organizationId, async (db) => {
    const rows = await db
      .updateTable("ai_alert")
      .set({ told_at: now })
      .where("organization_id", "=", reached.organizationId)
      .where("person_id", "=", reached.personId ?? nobody)
      .where("period", "=", reached.period)
      .where("threshold_percent", "=", reached.thresholdPercent)
      .where("told_at", "is", null)
      .returning("person_id")
      .execute();
    return rows.length > 0;
  });
}

/** Language of a member who can sign in; undefined for whoever cannot. */
export function findLanguage(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<string | undefined> {
  return tx.organization(organizationId, async (db) => {
    const row = await db
      .selectFrom("membership as m")
      .innerJoin("person as p", "p.id", "m.person_id")
      .select("p.language")
      .where("m.organization_id", "=", organizationId)
      .where("m.person_id", "=", personId)
      .where("m.status", "=", "active")
      .executeTakeFirst();
    return row?.language;
  });
}

/** Who is meant by an order; the nil id stands for nobody. */
export function personOf(personId: string): string | null {
  return personId === nobody ? null : personId;
}
