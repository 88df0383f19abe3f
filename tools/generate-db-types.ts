import { readFile, writeFile } from "node:fs/promises";
import pg from "pg";
import { globalTables } from "../apps/server/src/platform/db/global-tables.ts";
import { createTestCluster } from "../apps/server/test/test-cluster.ts";

const target = new URL("../apps/server/src/platform/db/tables.gen.ts", import.meta.url);

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  optional: boolean;
  tenant: boolean;
};

const columns = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as "type",
    not a.attnotnull as "nullable", a.attgenerated <> '' as "generated",
    (a.atthasdef or not a.attnotnull) as "optional",
    c.relname <> all($1) and exists (
      select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id' and not o.attisdropped
    ) as "tenant"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relname <> 'migration'
  order by c.relname, a.attnum`;

/** Kysely select, insert and update type for each PostgreSQL type used by the migrations. */
const types: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  "text[]": "string[]",
  integer: "number",
  boolean: "boolean",
  bytea: "Buffer",
  bigint: "Int8",
  jsonb: "Json",
  date: "string",
  "timestamp with time zone": "Timestamp",
};

function columnType(column: Column): string {
  const knownType = types[column.type];
  if (knownType === undefined)
    throw new Error(`${column.table}.${column.column}: no TypeScript type for ${column.type}`);
  const type = column.nullable ? `${knownType} | null` : knownType;
  if (column.generated) return `GeneratedAlways<${type}>`;
  if (column.nullable && knownType === "Timestamp") return "NullableTimestamp";
  return column.optional && !column.nullable ? `Generated<${type}>` : type;
}

function interfaceName(table: string): string {
  return `${table.replace(/(^|_)(\w)/g, (_whole, _dash, letter: string) => letter.toUpperCase())}Table`;
}

/** Renders the Kysely types of a migrated database, tenant tables separate from global ones. */
function render(rows: readonly Column[]): string {
  const tables = [...Map.groupBy(rows, (row) => row.table)];
  const list = (tenant: boolean) =>
    tables
      .filter(([, fields]) => fields[0]?.tenant === tenant)
      .map(([table]) => `  ${table}: ${interfaceName(table)};`)
      .join("\n");
  return `// Generated from the migrations by \`npm run db:types\`; the check compares it. Do not edit.
import type { ColumnType, GeneratedAlways } from "kysely";

/** A column that the database fills when an insert leaves it out. */
type Generated<Type> =
  Type extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<Type, Type | undefined, Type>;

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Int8 = ColumnType<string, string | number, string | number>;
type Json = ColumnType<unknown, string, string>;

${tables
  .map(
    ([table, fields]) =>
      `export interface ${interfaceName(table)} {\n${fields
        .map((field) => `  ${field.column}: ${columnType(field)};`)
        .join("\n")}\n}`,
  )
  .join("\n\n")}

/** Tables with an organization_id, which can be accessed only with an organization bound. */
export interface TenantTables {
${list(true)}
}

/** Tables of people, sessions and background work. */
export interface GlobalTables {
${list(false)}
}
`;
}

const cluster = await createTestCluster();
try {
  const client = new pg.Client({ connectionString: cluster.ownerUrl });
  await client.connect();
  const { rows } = await client.query<Column>(columns, [globalTables]);
  await client.end();
  const text = render(rows);
  if (process.argv.includes("--check")) {
    if ((await readFile(target, "utf8")) !== text) {
      console.error("tables.gen.ts does not match the migrations: run npm run db:types");
      process.exitCode = 1;
    }
  } else {
    await writeFile(target, text);
  }
} finally {
  await cluster.stop();
}
