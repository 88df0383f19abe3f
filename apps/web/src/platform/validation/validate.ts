import { issuesOf } from "@praxisportal/contract/validation-issues";
import type * as z from "zod/mini";
import { validationText } from "./validation-text.ts";

/** Messages by dotted path of the field they belong to. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Checks values by a schema of the contract, the one the server uses as well. Answers the first message per
 * field; an empty object means that everything is in order.
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
