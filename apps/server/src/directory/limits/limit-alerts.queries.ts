import { uuidV7 } from "@praxisportal/contract/identifiers";
import { approachingLimitRatio } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { type Entitlements, limitNames } from "../entitlements.queries.ts";

/** Outbox topic of limits whose use rose above 80 or reached 100 percent; written in the transaction of the change. */
export const limitAlertTopic = "limit.alert";

/** Limits whose use is alerted once per crossing. Tokens are alerted once per month, with their settlement. */
export type AlertedLimit = Exclude<keyof Entitlements, "monthlyTokens">;

export type LimitUse = { used: number; max: number };

/** Returns the thresholds that a use has crossed. Exactly 80 percent is not above 80 percent. */
function crossed({ used, max }: LimitUse): (80 | 100)[] {
  if (used >= max) return [80, 100];
  return used > max * approachingLimitRatio ? [80] : [];
}

/**
 * Records the thresholds that a change crossed, because the use grew or the limit changed; call it while the row of the
 * organization is locked. A threshold is recorded once, until the use falls to 80 percent or the limit changes. A
 * threshold that was crossed before and is still crossed after a change to the limit is recorded with the next growth.
 */
export async function recordCrossings(
  tx: WriteTransaction,
  organizationId: string,
  limit: AlertedLimit,
  { before, after }: { before: LimitUse; after: LimitUse },
): Promise<void> {
  const isChanged = before.max !== after.max;
  if (!isChanged && after.used <= before.used) return;
  const alreadyRecorded = crossed(before);
  const now = crossed(after).filter((percent) => !isChanged || !alreadyRecorded.includes(percent));
  if (!isChanged && now.length === 0) return;
  const recordedThresholds = await tx.organization(organizationId, async (db) => {
    if (isChanged || alreadyRecorded.length === 0) {
      await db
        .deleteFrom("limit_alert")
        .where("organization_id", "=", organizationId)
        .where("limit_name", "=", limitNames[limit])
        .execute();
    }
    if (now.length === 0) return [];
    return db
      .insertInto("limit_alert")
      .values(
        now.map((threshold_percent) => ({
          organization_id: organizationId,
          limit_name: limitNames[limit],
          threshold_percent,
          crossed_at: sql<Date>`now()`,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning("threshold_percent")
      .execute();
  });
  for (const { threshold_percent: thresholdPercent } of recordedThresholds) {
    tx.emit(limitAlertTopic, { organizationId, limit, thresholdPercent }, uuidV7());
  }
}

/** Marks a crossing as notified. Returns false when it already was, or when the limit has changed since. */
export async function markNotified(
  tx: WriteTransaction,
  organizationId: string,
  limit: AlertedLimit,
  thresholdPercent: number,
): Promise<boolean> {
  const rows = await tx.organization(organizationId, (db) =>
    db
      .updateTable("limit_alert")
      .set({ notified_at: sql`now()` })
      .where("organization_id", "=", organizationId)
      .where("limit_name", "=", limitNames[limit])
      .where("threshold_percent", "=", thresholdPercent)
      .where("notified_at", "is", null)
      .returning("limit_name")
      .execute(),
  );
  return rows.length > 0;
}
