import * as z from "zod/mini";
import type { Schema } from "./endpoint.ts";

/** A JSON Schema (2020-12) object as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Converts a contract schema to JSON Schema: `input` is what a client sends, `output` what it receives.
 * Everything is inlined, so that the result can be used anywhere in a document. Throws on a schema that JSON
 * cannot express or that is recursive.
 */
export function jsonSchemaOf(schema: Schema, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, reused: "inline", cycles: "throw" });
  return rest;
}
