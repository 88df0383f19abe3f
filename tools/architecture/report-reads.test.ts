import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The beginning of a method of a class, or of a function in the object that a function returns. */
const head = /^(?: {2}(?:async )?(#?\w+)\(| {4}(\w+): (?:async )?\()/m;

it.each([
  ["usage/usage.service.ts", ["history"]],
  ["billing/billing.service.ts", ["history"]],
  ["tenants/tenants.service.ts", ["statistics", "list"]],
  ["tenants/overview.service.ts", ["read"]],
  ["users/list/platform-reads.platform-queries.ts", ["listAllUsers"]],
])("see R0-235 in %s, only %j may read from the replica", (path, expected) => {
  const text = readFileSync(new URL(`../../apps/server/src/features/${path}`, import.meta.url), "utf8");
  const reading = text
    .split(new RegExp(`(?=${head.source})`, "m"))
    .filter((part) => part !== undefined && /\breports\.(?:platform|organization)\b/.test(part))
    .map((part) =>
      head
        .exec(part)
        ?.slice(1)
        .find((name) => name !== undefined),
    );
  expect(reading).toEqual(expected);
});
