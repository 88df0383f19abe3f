import { expect, it } from "vitest";
import { RecentIds } from "./recent-ids.ts";

it("remembers an id for at least one minute and at most two", () => {
  let now = 0;
  const ids = new RecentIds(() => now);
  expect([ids.add("a"), ids.add("a"), ids.has("a")]).toEqual([true, false, true]);
  now = 59_999;
  expect(ids.add("b")).toBe(true);
  now = 60_001;
  expect([ids.has("a"), ids.has("b")]).toEqual([true, true]);
  now = 120_002;
  expect([ids.has("a"), ids.has("b")]).toEqual([false, false]);
});

it("forgets all ids after a long pause", () => {
  let now = 0;
  const ids = new RecentIds(() => now);
  ids.add("a");
  now = 3_600_000;
  expect(ids.add("a")).toBe(true);
});
