import { expect, it } from "vitest";
import * as z from "zod/mini";
import { issuesOf } from "./validation-issues.ts";

const validationIssuesMax = 50;
const validationPathMax = 100;

const objectOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

function issues(schema: z.ZodMiniType, input: unknown) {
  const { error } = schema.safeParse(input);
  if (error === undefined) throw new Error("the value is valid");
  return issuesOf(error, input);
}

it("N61 reports at most 50 of many unknown keys, wrong elements and failed alternatives", () => {
  const manyNumbers = Array.from({ length: 5_000 }, () => 0);
  const strict = z.strictObject({ a: z.optional(z.string()) });
  expect(issues(strict, objectOf(5_000))).toHaveLength(validationIssuesMax);
  expect(issues(z.array(z.string()), manyNumbers)).toHaveLength(validationIssuesMax);
  const union = z.union([z.string(), z.array(strict)]);
  expect(issues(union, [objectOf(40), objectOf(40)])).toHaveLength(validationIssuesMax);
  expect(issues(strict, objectOf(3))).toHaveLength(3);
});

it("N61 creates no more issues than it reports", () => {
  const input = objectOf(130_000);
  const { error } = z.strictObject({}).safeParse(input);
  if (error === undefined) throw new Error("the value is valid");
  let readCount = 0;
  const keys = new Proxy(Object.keys(input), {
    get(target, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) readCount += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  Object.assign(error.issues[0] ?? {}, { keys });
  expect(issuesOf(error, input)).toHaveLength(validationIssuesMax);
  expect(readCount).toBeLessThanOrEqual(validationIssuesMax);
});

it("N61 truncates a long path", () => {
  const long = "x".repeat(10_000);
  const [unknown] = issues(z.strictObject({}), { [long]: 1 });
  const [nested] = issues(z.record(z.string(), z.string()), { [long]: 1 });
  for (const issue of [unknown, nested]) {
    expect(issue?.path).toHaveLength(validationPathMax);
    expect(issue?.path.endsWith("…")).toBe(true);
  }
});
