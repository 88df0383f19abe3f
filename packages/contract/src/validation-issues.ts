import type * as z from "zod/mini";
import { validationIssuesMax, validationPathMax } from "./limits.ts";
import { validationCodes } from "./validation.ts";
import type { MessageParams, ValidationCode } from "./validation.ts";

/** One violated rule: dotted path ("" for the entire value), code of its text, values for the placeholders. */
export interface ValidationIssue {
  readonly path: string;
  readonly code: ValidationCode;
  readonly params: MessageParams;
}

type Issue = z.core.$ZodIssue;

/** Formats of the schema library that have their own text code. */
const formatCodes: ReadonlyMap<string, ValidationCode> = new Map<string, ValidationCode>([
  ["email", "email"],
  ["url", "url"],
  ["date", "date"],
  ["time", "time"],
  ["datetime", "dateTime"],
  ["uuid", "identifier"],
]);

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function sizeCode(
  issue: { origin: string },
  text: ValidationCode,
  items: ValidationCode,
  number: ValidationCode,
) {
  if (issue.origin === "string") return text;
  return issue.origin === "array" || issue.origin === "set" ? items : number;
}

function typeCode(expected: string): ValidationCode {
  if (expected === "int") return "integer";
  return expected === "number" ? "numeric" : "invalidType";
}

function codeAndParams(issue: Issue): [ValidationCode, MessageParams] {
  switch (issue.code) {
    case "too_small":
      return [sizeCode(issue, "min", "minItems", "minValue"), { min: Number(issue.minimum) }];
    case "too_big":
      return [sizeCode(issue, "max", "maxItems", "maxValue"), { max: Number(issue.maximum) }];
    case "invalid_type":
      return [typeCode(issue.expected), {}];
    case "invalid_format":
      return [formatCodes.get(issue.format) ?? "invalidFormat", {}];
    case "invalid_value":
      return ["invalidChoice", {}];
    case "custom": {
      const code = validationCodes.find((candidate) => candidate === issue.params?.["code"]);
      return [code ?? "invalidFormat", (issue.params?.["values"] as MessageParams | undefined) ?? {}];
    }
    default:
      return ["invalidFormat", {}];
  }
}

/** Codes that are kept for an empty value, because "required" would hide their meaning. */
const codesKeptForEmptyValues: readonly ValidationCode[] = [
  "match",
  "passwordMatch",
  "terms",
  "organizationRequired",
];

function dottedPath(keys: readonly PropertyKey[]): string {
  const path = keys.map(String).join(".");
  return path.length > validationPathMax ? `${path.slice(0, validationPathMax - 1)}…` : path;
}

function* toValidationIssues(
  issue: Issue,
  input: unknown,
  prefix: readonly PropertyKey[],
): Generator<ValidationIssue> {
  const keys = [...prefix, ...issue.path];
  const path = dottedPath(keys);
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys)
      yield { path: dottedPath([...keys, key]), code: "unknownField", params: {} };
    return;
  }
  if (issue.code === "invalid_union" && !isEmpty(valueAt(input, keys))) {
    // Report the issues of the first alternative whose type matches. If there is none, the type is wrong.
    const matchingAlternative = issue.errors.find((errors) =>
      errors.every((error) => error.code !== "invalid_type" || error.path.length),
    );
    if (matchingAlternative)
      for (const nestedIssue of matchingAlternative) yield* toValidationIssues(nestedIssue, input, keys);
    else yield { path, code: "invalidType", params: {} };
    return;
  }
  const [code, params] = codeAndParams(issue);
  if (isEmpty(valueAt(input, keys)) && !codesKeptForEmptyValues.includes(code)) {
    // A schema can name the code of its missing value as the message of its issues.
    const namedCode = validationCodes.find((validationCode) => validationCode === issue.message);
    yield { path, code: namedCode ?? "required", params: {} };
    return;
  }
  yield { path, code, params };
}

/**
 * Converts the issues of a failed parse to catalogue codes. `input` is the parsed value: the library does not
 * keep values in its errors (they would put passwords into logs), and only the value distinguishes "missing"
 * from "wrong". An empty value yields a single `required` instead of one issue per violated rule.
 */
export function issuesOf(error: z.core.$ZodError, input: unknown): ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>();
  for (const zodIssue of error.issues) {
    for (const issue of toValidationIssues(zodIssue, input, [])) {
      const key = `${issue.path}\n${issue.code}`;
      if (!issues.has(key)) issues.set(key, issue);
      if (issues.size >= validationIssuesMax) return [...issues.values()];
    }
  }
  return [...issues.values()];
}
