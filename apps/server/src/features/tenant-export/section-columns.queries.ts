import type { Snapshot } from "../../platform/db/snapshot.ts";
import { sections } from "./sections.ts";

/** Column of a table, with its type in PostgreSQL's spelling. */
export type ColumnType = { table: string; column: string; type: string; isNullable: boolean };

/** Reads the columns of the tables in `$1`. */
export const columnsStatement = `
  select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type,
    not a.attnotnull as "isNullable"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attnum > 0 and not a.attisdropped`;

export const sectionTables: readonly string[] = sections.map(({ table }) => table);

/** Returns the types of all columns of the sections' tables. */
export async function readColumns(snapshot: Snapshot): Promise<ColumnType[]> {
  const columns: ColumnType[] = [];
  for await (const rows of snapshot.batches<ColumnType>(columnsStatement, [sectionTables]))
    columns.push(...rows);
  return columns;
}
