import { currencies } from "@praxisportal/contract/usage/usage.schema";
import type { AddPlan } from "@praxisportal/contract/tenants/plans.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { bytesPerGB } from "./plans.presenter.ts";

const microsPerCent = 10_000;

const yearlyMicros = (cents: number | null) => (cents === null ? null : cents * microsPerCent);

type AllDb = Kysely<TenantTables & GlobalTables>;

/**
 * Stores a plan with its prices, unless it begins before tomorrow or another plan of that name begins on the same day.
 */
export async function addPlan(
  allDb: AllDb,
  { name, validFrom, maxUsers, monthlyTokens, storageGB, prices }: AddPlan,
): Promise<"added" | "tooEarly" | "taken"> {
  const { rows } = await sql<{ isLater: boolean }>`
    select ${validFrom}::date > current_date as "isLater"`.execute(allDb);
  if (rows[0]?.isLater !== true) return "tooEarly";
  const { numInsertedOrUpdatedRows } = await allDb
    .insertInto("plan")
    .values({
      name,
      valid_from: validFrom,
      max_users: maxUsers,
      monthly_tokens: monthlyTokens,
      storage_bytes: storageGB * bytesPerGB,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return "taken";
  await allDb
    .insertInto("plan_price")
    .values(
      currencies.map((currency) => ({
        name,
        valid_from: validFrom,
        currency,
        monthly_micro: prices[currency].monthlyCents * microsPerCent,
        yearly_micro: yearlyMicros(prices[currency].yearlyCents),
        included_ai_micro: prices[currency].includedAiMicros,
      })),
    )
    .execute();
  return "added";
}

/** Deletes a plan that has not begun. */
export async function removePlan(
  allDb: AllDb,
  { name, validFrom }: { name: string; validFrom: string },
): Promise<"removed" | "begun" | "missing"> {
  const { rows } = await sql<{ begun: boolean }>`
    select valid_from <= current_date as begun from plan
    where name = ${name} and to_char(valid_from, 'YYYY-MM-DD') = ${validFrom}`.execute(allDb);
  const [row] = rows;
  if (row === undefined) return "missing";
  if (row.begun) return "begun";
  for (const table of ["plan_price", "plan"])
    await sql`
      delete from ${sql.table(table)}
      where name = ${name} and to_char(valid_from, 'YYYY-MM-DD') = ${validFrom}`.execute(allDb);
  return "removed";
}
