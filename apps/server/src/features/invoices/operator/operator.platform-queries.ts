import type { AddTaxRate } from "@praxisportal/contract/invoices/operator-profile.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { type OperatorRow, operatorQuery } from "./operator.queries.ts";
import type { StoredReminderTexts } from "./reminder-texts.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** Columns that the operator changes. */
export type OperatorColumns = Partial<Omit<OperatorRow, "version" | "updated_at" | "reminder_texts">> & {
  reminder_texts?: StoredReminderTexts;
};

/** Locks the operator profile until the transaction ends. */
export function lockOperator(allDb: AllDb): Promise<OperatorRow> {
  return operatorQuery(allDb).forUpdate().executeTakeFirstOrThrow();
}

/** Stores columns of the operator profile. */
export async function storeOperator(
  allDb: AllDb,
  { reminder_texts, ...columns }: OperatorColumns,
): Promise<void> {
  await allDb
    .updateTable("operator_profile")
    .set({
      ...columns,
      ...(reminder_texts !== undefined && { reminder_texts: JSON.stringify(reminder_texts) }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .execute();
}

/** Adds a rate. Returns false when the country has one from the same day. */
export async function addRate(
  allDb: AllDb,
  { country, validFrom, rateBasisPoints }: AddTaxRate,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await allDb
    .insertInto("tax_rate")
    .values({ country, valid_from: validFrom, rate_basis_points: rateBasisPoints })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes a rate that the operator added. Returns it, or undefined when there is none. */
export async function removeRate(
  allDb: AllDb,
  { country, validFrom }: Pick<AddTaxRate, "country" | "validFrom">,
): Promise<{ rate_basis_points: number } | undefined> {
  return allDb
    .deleteFrom("tax_rate")
    .where("country", "=", country)
    .where("valid_from", "=", sql<string>`${validFrom}::date`)
    .returning("rate_basis_points")
    .executeTakeFirst();
}
