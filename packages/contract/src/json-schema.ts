import * as z from "zod/mini";
import type { Schema } from "./endpoint.ts";
import { schemaNames } from "./schema-names.ts";

/** A JSON Schema (2020-12) object as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Direction of the data: sent by a client, or received by it. */
export type SchemaDirection = "input" | "output";

/**
 * Converts a contract schema to JSON Schema: `input` is what a client sends, `output` what it receives.
 * Everything is inlined, so that the result can be used anywhere in a document. Throws on a schema that JSON
 * cannot express or that is recursive.
 */
export function jsonSchemaOf(schema: Schema, io: SchemaDirection): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, reused: "inline", cycles: "throw" });
  return rest;
}

/**
 * Converts like {@link jsonSchemaOf}, but each exported schema (see {@link schemaNames}) is a `$ref` to
 * `#/$defs/<name>`; `definitions` contains the referenced ones.
 */
export function namedJsonSchemaOf(
  schema: Schema,
  io: SchemaDirection,
): { schema: JsonSchema; definitions: { readonly [name: string]: JsonSchema } } {
  const options = { io, reused: "inline", cycles: "throw", metadata: schemaNames } as const;
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, options);
  return { schema: rest, definitions: $defs };
}
