import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";
import type { SealedColumn } from "./sealed-columns.ts";

/** Returns the SQL of the key id of a sealed secret, which is in bytes 2 to 5. */
const keyIdIn = (column: string) => sql`substr(${sql.ref(column)}, 2, 4)`;

/** Returns up to `limit` secrets of a column that are sealed with a key, with the value that identifies their row. */
export async function findSealedWith(
  db: PlatformDb,
  { table, column, contextColumn }: SealedColumn,
  keyId: Buffer,
  limit: number,
): Promise<{ row: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ row: string; sealed: Buffer }>`
    select ${sql.ref(contextColumn)}::text as row, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${keyIdIn(column)} = ${keyId} limit ${limit}`.execute(db.reads);
  return rows;
}

/** Replaces secrets of a column, except those that have changed in the meantime. */
export async function replaceSealed(
  db: PlatformDb,
  { table, column }: SealedColumn,
  replaced: readonly { sealed: Buffer; resealed: Buffer }[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = replaced.anew
    from unnest(${replaced.map(({ sealed }) => sealed)}::bytea[], ${replaced.map(({ resealed }) => resealed)}::bytea[])
      as replaced (old, anew)
    where ${sql.ref(`${table}.${column}`)} = replaced.old`.execute(db.writes);
}

/** Returns whether a column has secrets that none of the keys can open. */
export async function hasUnknownKeys(
  db: PlatformDb,
  { table, column }: SealedColumn,
  keyIds: readonly Buffer[],
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${keyIdIn(column)} <> all(${keyIds}::bytea[]) limit 1`.execute(
    db.reads,
  );
  return rows.length > 0;
}
