import fc from "fast-check";
import type { Json } from "./schema-values.ts";

const prototypeKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
];

/** Strings known to break programs. */
export const adversarialTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u202Etxt",
  "\uD800",
  "\uDFFF\uD800",
  "\uFEFF",
  "\uFFFF",
  "ﬀ",
  "İ",
  "ẞ".repeat(300),
  "𝔘𝔫𝔦",
  "e\u0301".repeat(2000),
  "👨‍👩‍👧‍👦".repeat(200),
  "x".repeat(100_000),
  "\r\nSet-Cookie: a=b",
  "%00",
  "%",
  "_",
  "\\",
  "'; drop table person; --",
  '"><script>alert(1)</script>',
  "${7*7}{{7*7}}",
  "../../../../etc/passwd",
  "null",
  "true",
  "NaN",
  "-1",
  "1e1",
  "0x10",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "0000-00-00T00:00:00Z",
  "275760-09-13T00:00:00.000Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "4714-11-24 00:00:00 BC",
  "infinity",
  "＝1+1",
  "﹦cmd|' /C calc'!A0",
  "＋1",
  "\uFF0D1",
  "＠SUM(1)",
  "\u200B=1+1",
  "\u3164\t=1+1",
  ...prototypeKeys,
];

const numbers = [0, -0, -1, 1.5, 1e-7, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 31) - 1, -(2 ** 63)];

function nested(depth: number, wrap: (inner: Json) => Json): Json {
  let value: Json = "x";
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** Returns an object with many keys, each of which takes up to six bytes per character in JSON. */
function objectWithKeys(keys: number, prefix = "k"): { [key: string]: Json } {
  return Object.fromEntries(Array.from({ length: keys }, (_, index) => [`${prefix}${index}`, 0]));
}

/** Sets an own property, even for keys such as `__proto__`. */
function withKey(object: { [key: string]: Json }, key: string, value: Json): { [key: string]: Json } {
  return Object.defineProperty({ ...object }, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Values of the wrong type, size or shape. */
export const adversarialValues: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Json>(...adversarialTexts) },
  { weight: 2, arbitrary: fc.constantFrom<Json>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], [{}], [null]) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(
      nested(2000, (inner) => [inner]),
      nested(500, (inner) => ({ a: inner })),
      nested(31, (inner) => [inner]),
      nested(33, (inner) => ({ a: inner })),
      Array.from({ length: 20_000 }, () => 0),
      // Sized to fit a body limit of 16 KiB, of 64 KiB, and no limit.
      objectWithKeys(1_500),
      objectWithKeys(300, "\u0001".repeat(5)),
      objectWithKeys(5_000),
      objectWithKeys(130_000),
      { length: 1e9 },
      { $gt: "" },
      { toString: "x", valueOf: "y" },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...prototypeKeys)
      .map((key) => withKey({}, key, { polluted: true, isAdmin: true })),
  },
);

/** One change to a tree: its position (index over all nodes), kind and value. */
interface Change {
  readonly at: number;
  readonly what: "replace" | "remove" | "add" | "wrap" | "rename";
  readonly value: Json;
  readonly key: string;
}

const changes: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  what: fc.constantFrom("replace", "replace", "replace", "remove", "add", "wrap", "rename"),
  value: adversarialValues,
  key: fc.oneof(
    fc.constantFrom(...prototypeKeys, "role", "permissions", "organizationId", "_id"),
    fc.string(),
  ),
});

const someChanges = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(changes) },
  { weight: 1, arbitrary: fc.array(changes, { minLength: 2, maxLength: 3 }) },
);

/**
 * Generates almost valid values with one to three faults. Most have one, so that the other fields are still checked.
 */
export function corruptedValues(values: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(values, someChanges)
    .map(([value, chosenChanges]) => chosenChanges.reduce((root, change) => apply(root, change), value));
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Deep and wide values are adversarial themselves, so they are only replaced as a whole. */
const maxDepth = 5;
const maxWidth = 50;

function innerOf(value: Json, depth: number): readonly Json[] {
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return depth >= maxDepth || inner.length > maxWidth ? [] : inner;
}

function countNodes(value: Json, depth = 0): number {
  return 1 + innerOf(value, depth).reduce<number>((sum, child) => sum + countNodes(child, depth + 1), 0);
}

function apply(root: Json, change: Change): Json {
  return visit(root, { nodes: change.at % countNodes(root) }, change, 0);
}

/** Visits nodes in index order. `remaining.nodes` is 0 at the node to change and negative after it. */
function visit(value: Json, remaining: { nodes: number }, change: Change, depth: number): Json {
  const isTarget = remaining.nodes === 0;
  remaining.nodes -= 1;
  if (isTarget) return applyChange(value, change);
  if (remaining.nodes < 0 || innerOf(value, depth).length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => visit(item, remaining, change, depth + 1));
  if (!isObject(value)) return value;
  let copy: { [key: string]: Json } = {};
  for (const [key, field] of Object.entries(value)) {
    const isTargetKey = remaining.nodes === 0;
    const inner = visit(field, remaining, change, depth + 1);
    if (isTargetKey && change.what === "remove") continue;
    copy = withKey(copy, isTargetKey && change.what === "rename" ? change.key : key, inner);
  }
  return copy;
}

function applyChange(value: Json, { what, value: replacement, key }: Change): Json {
  if (what === "remove" || what === "rename") return value;
  if (what === "wrap") return [value];
  if (what === "add" && isObject(value)) return withKey(value, key, replacement);
  return replacement;
}
