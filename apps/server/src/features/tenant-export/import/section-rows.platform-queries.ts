import { CompiledQuery, type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { erasedName } from "../../../directory/people.queries.ts";
import { type ColumnType, columnsStatement, sectionTables } from "../section-columns.queries.ts";
import { fieldOf } from "../../../platform/db/field-of.ts";
import type { Section } from "../sections.ts";
import { ImportRefusal } from "./import-refusal.ts";

export type AllDb = Kysely<TenantTables & GlobalTables>;

/** Column metadata for an import. */
export type Columns = {
  /** The type of a column, in PostgreSQL's spelling, by table and column. */
  types: ReadonlyMap<string, string>;
  /** The columns of a table that refer to people. */
  people: ReadonlyMap<string, readonly string[]>;
};

/** Reads the columns of the sections' tables. */
export async function readColumns(allDb: AllDb): Promise<Columns> {
  const { rows } = await allDb.executeQuery<ColumnType>(CompiledQuery.raw(columnsStatement, [sectionTables]));
  const { rows: people } = await sql<{ table: string; column: string }>`
    select c.relname::text as table, a.attname::text as column
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'person'::regclass and c.relname = any(${sectionTables})`.execute(
    allDb,
  );
  return {
    types: new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type])),
    people: new Map(
      [...Map.groupBy(people, ({ table }) => table)].map(([table, columns]) => [
        table,
        columns.map(({ column }) => column),
      ]),
    ),
  };
}

/**
 * Inserts rows of a section as rows of one organization, regardless of the organization in the rows. Unknown people
 * that they refer to become erased people, so the section `members` must be inserted first.
 */
export async function insertRows(
  allDb: AllDb,
  { organizationId, columns }: { organizationId: string; columns: Columns },
  section: Section,
  lines: readonly string[],
): Promise<void> {
  const { table } = section;
  const rows = `[${lines.join(",")}]`;
  for (const column of columns.people.get(table) ?? [])
    await insertErasedPeople(allDb, fieldOf(column), rows);
  if (table === "workstation") await insertDevices(allDb, rows);
  if (table === "ai_approval") await assertProviders(allDb, rows);
  const ownColumns = section.columns.filter((column) => column !== "organization_id");
  const fields = ownColumns.map(
    (column) => `"${fieldOf(column)}" ${columns.types.get(`${table}.${column}`)}`,
  );
  const inserted = await allDb.executeQuery(
    CompiledQuery.raw(
      `insert into "${table}" (organization_id, ${ownColumns.map((column) => `"${column}"`).join(", ")})
       select $1::uuid, ${ownColumns.map((column) => `r."${fieldOf(column)}"`).join(", ")}
       from json_to_recordset($2::json) as r(${fields.join(", ")})`,
      [organizationId, rows],
    ),
  );
  if (inserted.numAffectedRows !== BigInt(lines.length))
    throw new ImportRefusal(
      `The archive is damaged: the section ${section.name} has lines that are not rows.`,
    );
}

async function insertErasedPeople(allDb: AllDb, field: string, rows: string): Promise<void> {
  await sql`
    insert into person (id, first_name, last_name, deactivated_at)
    select distinct (line->>${field}::text)::uuid, '', ${erasedName}, now()
    from json_array_elements(${rows}::json) as line where line->>${field}::text is not null
    on conflict (id) do nothing`.execute(allDb);
}

/** Creates the devices of workstations. They have no secret, so no browser is recognized as one of them. */
async function insertDevices(allDb: AllDb, rows: string): Promise<void> {
  await sql`
    insert into device (id, kind) select r.id, 'browser' from json_to_recordset(${rows}::json) as r(id uuid)
    on conflict (id) do nothing`.execute(allDb);
}

async function assertProviders(allDb: AllDb, rows: string): Promise<void> {
  const { rows: unknown } = await sql<{ key: string }>`
    select distinct r."providerKey" as key from json_to_recordset(${rows}::json) as r("providerKey" text)
    where not exists (select from ai_provider p where p.key = r."providerKey") order by 1`.execute(allDb);
  if (unknown.length > 0) {
    const keys = unknown.map(({ key }) => key).join(", ");
    throw new ImportRefusal(
      `The organization has approved AI providers that do not exist in this portal: ${keys}. Add them first.`,
    );
  }
}
