import { describe, expect, it } from "vitest";
import { shardOf } from "./shard.ts";
import { projectOf } from "./workbench.ts";

describe("the rows of a shard", () => {
  const rows = [1, 2, 3, 4, 5];

  it("are all rows without a shard, and each row once over all shards", () => {
    expect(shardOf(rows, undefined)).toEqual(rows);
    expect(shardOf(rows, "1/2")).toEqual([1, 3, 5]);
    expect(shardOf(rows, "2/2")).toEqual([2, 4]);
    const shards = ["1/3", "2/3", "3/3"].flatMap((shard) => shardOf(rows, shard));
    expect(shards.toSorted((left, right) => left - right)).toEqual(rows);
  });

  it.each(["0/2", "3/2", "1", "a/b", "", "1/2/3"])("are refused for %j", (shard) => {
    expect(() => shardOf(rows, shard)).toThrow("--shard");
  });
});

describe("the project of a test file", () => {
  it.each([
    ["packages/contract/src/validation.test.ts", "contract"],
    ["apps/server/test/canary.test.ts", "server"],
    ["apps/web/src/ui/dialog.test.tsx", "web"],
    ["apps/demo-ai-upstream/src/server.test.ts", "tools"],
  ])("%s is run by %s", (file, project) => {
    expect(projectOf(file)).toBe(project);
  });
});
