import type { JsonSchema } from "@praxisportal/contract/json-schema";
import { fieldExamples, formatExamples, schemaExamples, exampleFields } from "./openapi-example-values.ts";

type Node = JsonSchema & {
  $ref?: string;
  type?: string | readonly string[];
  properties?: { [name: string]: Node };
  items?: Node;
  minItems?: number;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  minimum?: number;
  format?: string;
};

/** Returns the schema of a reference to a component. */
export type Resolve = (reference: string) => JsonSchema | undefined;

/**
 * Returns an example of a schema, built from the values of `openapi-example-values.ts` by the name of the field and
 * then by the name of the schema. Objects have all their fields, lists one entry, choices the first alternative.
 * `field` is the name of the value in its object, or the names of the object and the value if the table has both. It is
 * empty at the top.
 */
export function exampleOf(schema: JsonSchema, field: string, resolve: Resolve): unknown {
  const node: Node = schema;
  const alternatives = node.anyOf ?? node.oneOf;
  const isNullable = alternatives?.some(({ type }) => type === "null") ?? includesNull(node.type);
  const fieldExample = fieldExamples[field];
  if (Object.hasOwn(fieldExamples, field) && isMatch(node, fieldExample, isNullable, resolve))
    return fieldExample;
  if (node.$ref !== undefined) return referredExampleOf(node.$ref, field, resolve);
  if (node.const !== undefined) return node.const;
  if (alternatives !== undefined) {
    const first = alternatives.find(({ type }) => type !== "null");
    return first === undefined ? null : exampleOf(first, field, resolve);
  }
  if (node.enum !== undefined) return node.enum[0];
  return plainExampleOf(node, field, resolve);
}

function referredExampleOf(reference: string, field: string, resolve: Resolve): unknown {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  if (Object.hasOwn(schemaExamples, name)) return schemaExamples[name];
  const target = resolve(reference);
  if (target === undefined) throw new Error(`Nothing is at ${reference}`);
  return exampleOf(withFields(target, exampleFields[name]), field, resolve);
}

function plainExampleOf(node: Node, field: string, resolve: Resolve): unknown {
  const type =
    typeof node.type === "string" ? node.type : node.type?.find((candidate) => candidate !== "null");
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([name, child]) => {
          const dotted = `${field}.${name}`;
          return [name, exampleOf(child, Object.hasOwn(fieldExamples, dotted) ? dotted : name, resolve)];
        }),
      );
    case "array":
      return Array.from({ length: Math.max(1, node.minItems ?? 1) }, () =>
        exampleOf(node.items ?? {}, field, resolve),
      );
    case "boolean":
      return false;
    case "integer":
    case "number":
      return Math.max(1, node.minimum ?? 1);
    case "null":
      return null;
    case "string":
      return formatExamples[node.format ?? ""] ?? "Beispiel";
    default:
      return {};
  }
}

/** Returns an object schema, with only some of its fields if they are given. */
function withFields(schema: JsonSchema, fields: readonly string[] | undefined): JsonSchema {
  const { properties = {} } = schema as Node;
  if (fields === undefined) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => fields.includes(name))),
  };
}

function includesNull(type: Node["type"]): boolean {
  return Array.isArray(type) && type.includes("null");
}

/** Pattern of a value in the table for each format of a schema. */
const formatPatterns: { readonly [format: string]: RegExp } = {
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT.*Z$/,
  time: /^\d\d:\d\d/,
  uuid: /^[\da-f]{8}-[\da-f-]{27}$/,
};

/** Returns whether a value of the table matches a schema, because a few equal names have different types. */
function isMatch(node: Node, value: unknown, isNullable: boolean, resolve: Resolve): boolean {
  if (value === null) return isNullable;
  const alternatives = node.anyOf ?? node.oneOf;
  if (alternatives !== undefined)
    return alternatives.some((alternative) => isMatch(alternative, value, false, resolve));
  if (node.$ref !== undefined) return isMatch(resolve(node.$ref) ?? {}, value, false, resolve);
  if (node.enum !== undefined) return node.enum.includes(value);
  if (node.const !== undefined) return node.const === value;
  const pattern = formatPatterns[node.format ?? ""];
  if (pattern !== undefined && !(typeof value === "string" && pattern.test(value))) return false;
  const types = typeof node.type === "string" ? [node.type] : (node.type ?? []);
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "number") return types.includes("number") || types.includes("integer");
  return types.includes(typeof value);
}
