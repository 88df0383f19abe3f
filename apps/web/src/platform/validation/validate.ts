import { issuesOf } from "@praxisportal/contract/validation-issues";
import type * as z from "zod/mini";
import { validationText } from "./validation-text.ts";

/** Messages by dotted path of their field. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Validates values with the schema of the contract, which the server also uses. Returns the first message per field, or
 * an empty object if all values are valid.
 */
export async function validate(schema: z.ZodMiniType, values: unknown): Promise<FieldErrors> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of issuesOf(result.error, values)) {
    errors[issue.path] ??= await validationText(issue.code, issue.params);
  }
  return errors;
}
