import { exportSchemaVersion } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import type { ColumnType } from "./section-columns.queries.ts";
import { fieldOf } from "../../platform/db/field-of.ts";
import { sections } from "./sections.ts";

type JsonSchema = { readonly [key: string]: unknown };

const integer: JsonSchema = { type: "integer" };
const text: JsonSchema = { type: "string" };

/** Schemas of the values that `row_to_json` writes, by PostgreSQL type. */
const schemasByType: Readonly<Record<string, JsonSchema>> = {
  bigint: integer,
  boolean: { type: "boolean" },
  bytea: { type: "string", pattern: "^\\\\x[0-9a-f]*$" },
  date: { type: "string", format: "date" },
  integer,
  jsonb: {},
  smallint: integer,
  text,
  "text[]": { type: "array", items: text },
  "timestamp with time zone": { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
};

/** Returns a JSON Schema whose definitions describe a row of each section. */
export function rowSchemas(columns: readonly ColumnType[]): JsonSchema {
  const byName = new Map(columns.map((column) => [`${column.table}.${column.column}`, column]));
  const definitions = sections.map(({ name, table, columns: exported }) => {
    const properties = exported.map((column) => [
      fieldOf(column),
      schemaOf(byName.get(`${table}.${column}`)),
    ]);
    return [
      name,
      {
        type: "object",
        properties: Object.fromEntries(properties),
        required: exported.map(fieldOf),
        additionalProperties: false,
      },
    ];
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Praxisportal tenant export, version ${exportSchemaVersion}`,
    description: "Each line of sections/<name>.ndjson is described by the definition <name>.",
    $defs: Object.fromEntries(definitions),
  };
}

function schemaOf(column: ColumnType | undefined): JsonSchema {
  const schema = column && schemasByType[column.type];
  if (schema === undefined) throw new Error(`no JSON Schema for ${JSON.stringify(column)}`);
  return column?.isNullable ? { anyOf: [schema, { type: "null" }] } : schema;
}
