import fc from "fast-check";
import { expect, it } from "vitest";
import { isWithinJsonBounds } from "./json-bounds.ts";

const bodyDepthMax = 32;
const bodyMaxValueCount = 20_000;

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it("N68 accepts any JSON within the bounds, regardless of its strings", () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('"[{', "\\", '\\"', "[[[[", "}},,", '\\\\"'));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      text,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(text, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.boolean(), (value, indented) => {
      const json = JSON.stringify(value, null, indented ? 2 : 0);
      expect(isWithinJsonBounds(json)).toBe(true);
      const room = bodyDepthMax - depthOf(value);
      expect(isWithinJsonBounds("[".repeat(room) + json + "]".repeat(room))).toBe(true);
    }),
  );
});

it("N68 rejects deeper nesting of any kind at any position", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: bodyDepthMax + 1, maxLength: 200 }), (kinds) => {
      let value: unknown = 0;
      for (const isArray of kinds) value = isArray ? [value] : { a: value };
      expect(isWithinJsonBounds(JSON.stringify({ first: '"[', value, last: "]" }))).toBe(false);
    }),
  );
});

it("N61 rejects more values than the limit", () => {
  const values = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
  expect(isWithinJsonBounds(values(bodyMaxValueCount))).toBe(true);
  expect(isWithinJsonBounds(values(bodyMaxValueCount + 1))).toBe(false);
  expect(isWithinJsonBounds(JSON.stringify(",".repeat(bodyMaxValueCount * 2)))).toBe(true);
});

it("N68 reads a megabyte of quotes, backslashes or brackets in linear time", () => {
  // The processor time of this thread does not depend on what else the machine does.
  const begin = process.threadCpuUsage();
  for (const chunk of ['"', "\\", '\\"', '"\\\\"', "[", "]", '"\\'])
    isWithinJsonBounds(`"${chunk.repeat(1_000_000 / chunk.length)}`);
  const { user, system } = process.threadCpuUsage(begin);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
