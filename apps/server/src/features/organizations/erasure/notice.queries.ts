import { sql } from "kysely";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/**
 * Returns when the last day of a contract ends in the time zone of the organization, and whether the day lies between
 * today and `maxMonths` ahead.
 */
export async function endOfContract(
  tx: WriteTransaction,
  organizationId: string,
  { endsOn, now, maxMonths }: { endsOn: string; now: Date; maxMonths: number },
): Promise<{ endsAt: Date; isAllowed: boolean }> {
  const today = sql`(${now}::timestamptz at time zone time_zone)::date`;
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization")
      .select([
        sql<Date>`((${endsOn}::date + 1)::timestamp at time zone time_zone)`.as("endsAt"),
        sql<boolean>`${endsOn}::date between ${today} and ${today} + make_interval(months => ${maxMonths}::integer)`.as(
          "isAllowed",
        ),
      ])
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow(),
  );
}
