import * as z from "zod";

/** Returns the reason why a value breaks a JSON Schema, or undefined if it does not. */
export function schemaFault(schema: object, value: unknown): string | undefined {
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).error?.message;
}
