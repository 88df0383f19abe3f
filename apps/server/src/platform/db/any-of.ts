import { type RawBuilder, sql } from "kysely";

/**
 * Compares a column with a list of ids: `.where("id", "=", anyOf(ids))`. The list is one parameter, so its length does
 * not change the text of the statement, and the database keeps its plan.
 */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}
