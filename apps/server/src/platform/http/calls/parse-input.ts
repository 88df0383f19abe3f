import type { Schema } from "@praxisportal/contract/endpoint";
import { validationIssuesMax, validationPathMax } from "@praxisportal/contract/limits";
import { issuesOf, type ValidationIssue } from "@praxisportal/contract/validation-issues";
import { ProblemError } from "../problem.ts";

/**
 * Parses path parameters, query or body with their schema. Without a schema they must be empty. Throws 400 with the
 * issues.
 */
export function parseInput(schema: Schema | undefined, input: unknown): unknown {
  if (schema === undefined) return parseNothing(input);
  const value = input === undefined ? {} : input;
  const result = schema.safeParse(value);
  if (!result.success) throw refusal(issuesOf(result.error, value));
  const path = findNulPath(value);
  if (path !== undefined)
    throw refusal([{ path: path.slice(0, validationPathMax), code: "characters", params: {} }]);
  return result.data;
}

function parseNothing(input: unknown): unknown {
  if (input === undefined) return undefined;
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw refusal([{ path: "", code: "invalidType", params: {} }]);
  const extra = Object.keys(input).slice(0, validationIssuesMax);
  if (extra.length === 0) return {};
  const paths = extra.map((key) => key.slice(0, validationPathMax));
  throw refusal(paths.map((path) => ({ path, code: "unknownField", params: {} })));
}

function refusal(issues: readonly ValidationIssue[]): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues });
}

/**
 * Returns the dotted path of a text with a NUL character, which PostgreSQL cannot store, or undefined if there is none.
 * The JSON parser has already limited the nesting depth.
 */
function findNulPath(value: unknown): string | undefined {
  if (typeof value === "string") return value.includes("\0") ? "" : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, field] of Object.entries(value)) {
    const path = findNulPath(field);
    if (path !== undefined) return path === "" ? key : `${key}.${path}`;
  }
  return undefined;
}
