import * as z from "zod/mini";
import type { Schema } from "./endpoint.ts";

/** A JSON Schema (2020-12) object, as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema of a schema of the contract: `input` is what a client sends, `output` what it gets. Everything
 * is inlined, so the result can stand anywhere in a document. Throws on a schema that JSON cannot express or that
 * contains itself.
 */
export function jsonSchemaOf(schema: Schema, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, reused: "inline", cycles: "throw" });
  return rest;
}
