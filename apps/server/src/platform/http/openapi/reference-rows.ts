import type { JsonSchema } from "@praxisportal/contract/json-schema";

/** Row of a table of fields. `path` is dotted, with `[]` for the items of an array. */
export type FieldRow = { path: string; type: string; isRequired: boolean; rule: string };

type Node = JsonSchema & {
  type?: string | readonly string[];
  properties?: { [name: string]: Node };
  required?: readonly string[];
  items?: Node;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  format?: string;
};

/** Returns the fields of a JSON Schema in order. Alternatives follow one another as "variant 1", "variant 2". */
export function fieldRows(schema: JsonSchema): FieldRow[] {
  return rowsBelow(schema, "");
}

function rowsBelow(node: Node, prefix: string): FieldRow[] {
  const variants = (node.oneOf ?? node.anyOf ?? []).filter((variant) => variant.properties !== undefined);
  if (variants.length > 1) {
    return variants.flatMap((variant, index) => rowsBelow(variant, `${prefix}(variant ${index + 1}) `));
  }
  const only = variants[0];
  if (only !== undefined) return rowsBelow(only, prefix);
  if (node.items !== undefined) return rowsBelow(node.items, `${prefix.replace(/\.$/, "")}[].`);
  const required = new Set(node.required);
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    { path: prefix + name, type: typeOf(child), isRequired: required.has(name), rule: ruleOf(child) },
    ...rowsBelow(child, `${prefix}${name}.`),
  ]);
}

/** Describes the type in words, such as `string`, `integer or null` or `list of object`. */
export function typeOf(schema: JsonSchema): string {
  const node = schema as Node;
  const variants = node.oneOf ?? node.anyOf;
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(" or ");
  if (node.items !== undefined) return `list of ${typeOf(node.items)}`;
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (typeof node.type === "string") return node.type;
  return node.type?.join(" or ") ?? "any";
}

/** Describes the constraints of a value in words, without patterns. */
export function ruleOf(schema: JsonSchema): string {
  const node = schema as Node;
  const inner = (node.anyOf ?? node.oneOf)?.find(({ type }) => type !== "null");
  if (inner !== undefined && inner.properties === undefined) return ruleOf(inner);
  const rules = [
    node.enum && `one of ${node.enum.map((value) => JSON.stringify(value)).join(", ")}`,
    node.format,
    range("length", node["minLength"], node["maxLength"]),
    range("value", node["minimum"], node["maximum"]),
    range("entries", node["minItems"], node["maxItems"]),
    node["default"] !== undefined && `default ${JSON.stringify(node["default"])}`,
  ];
  return rules.filter((rule) => typeof rule === "string").join("; ");
}

function range(label: string, from: unknown, to: unknown): string | undefined {
  // The bounds of the number type itself are omitted.
  const low = typeof from === "number" && from > Number.MIN_SAFE_INTEGER ? from : undefined;
  const high = typeof to === "number" && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  if (low === undefined && high === undefined) return undefined;
  if (high === undefined) return `${label} at least ${low}`;
  return low === undefined ? `${label} at most ${high}` : `${label} ${low} to ${high}`;
}
