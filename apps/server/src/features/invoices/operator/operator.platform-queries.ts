import type { AddTaxRate } from "@praxisportal/contract/invoices/operator-profile.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { type OperatorRow, operatorQuery } from "./operator.queries.ts";
import type { StoredReminderTexts } from "./reminder-texts.ts";

type All = Kysely<TenantTables & GlobalTables>;

/** Columns that the operator changes. */
export type OperatorColumns = Partial<Omit<OperatorRow, "version" | "updated_at" | "reminder_texts">> & {
  reminder_texts?: StoredReminderTexts;
};

/** Locks the operator profile until the transaction ends. */
export function lockOperator(all: All): Promise<OperatorRow> {
  return operatorQuery(all).forUpdate().executeTakeFirstOrThrow();
}

/** Stores columns of the operator profile. */
export async function storeOperator(
  all: All,
  { reminder_texts, ...columns }: OperatorColumns,
): Promise<void> {
  await all
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
  all: All,
  { country, validFrom, rateBasisPoints }: AddTaxRate,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await all
    .insertInto("tax_rate")
    .values({ country, valid_from: validFrom, rate_basis_points: rateBasisPoints })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes a rate that the operator added. Returns it, undefined when there is none. */
export async function removeRate(
  all: All,
  { country, validFrom }: Pick<AddTaxRate, "country" | "validFrom">,
): Promise<{ rate_basis_points: number } | undefined> {
  return all
    .deleteFrom("tax_rate")
    .where("country", "=", country)
    .where("valid_from", "=", sql<string>`${validFrom}::date`)
    .returning("rate_basis_points")
    .executeTakeFirst();
}
