import { type RawBuilder, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** Deletes at most `limit` rows and returns the number of deleted rows. */
export type Deletion = (db: PlatformDb, limit: number) => Promise<number>;

/** Returns a deletion of the rows of a table that meet a condition. The condition calls the table `old`. */
export function deleteWhere(table: string, condition: RawBuilder<unknown>): Deletion {
  return async (db, limit) => {
    // It runs in a transaction, because the connections for single statements are for short ones.
    const { numAffectedRows } = await db.write((_tx, allDb) =>
      sql`
        delete from ${sql.table(table)} as old where old.ctid = any(array(
          select old.ctid from ${sql.table(table)} as old where ${condition} limit ${limit}))
          and ${condition}`.execute(allDb),
    );
    return Number(numAffectedRows ?? 0);
  };
}
