import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FreshCache } from "./fresh-cache.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  // The cache treats a start time of 0 as unset.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

function counting() {
  const reads: PromiseWithResolvers<{ turn: number }>[] = [];
  return {
    reads,
    read: () => {
      const next = Promise.withResolvers<{ turn: number }>();
      reads.push(next);
      return next.promise;
    },
  };
}

it("see R7a-16 a cached value is never older than the maximum age, counted from the start of its read", async () => {
  const cache = new FreshCache<{ turn: number }>({ max: 10, maxAgeMs: 5_000 });
  const { reads, read } = counting();
  const first = cache.get("a", read);
  // The read itself takes three seconds.
  vi.advanceTimersByTime(3_000);
  reads[0]?.resolve({ turn: 1 });
  expect(await first).toEqual({ turn: 1 });
  vi.advanceTimersByTime(1_999);
  expect(await cache.get("a", read)).toEqual({ turn: 1 });
  vi.advanceTimersByTime(2);
  void cache.get("a", read);
  expect(reads).toHaveLength(2);
});

it("see R7a-16 concurrent requests share one read", () => {
  const cache = new FreshCache<{ turn: number }>({ max: 10, maxAgeMs: 5_000 });
  const { reads, read } = counting();
  for (let turn = 0; turn < 100; turn += 1) void cache.get("a", read);
  void cache.get("b", read);
  expect(reads).toHaveLength(2);
});

it("see R7a-16 an entry invalidated during a read is read again for later callers", async () => {
  const cache = new FreshCache<{ turn: number }>({ max: 10, maxAgeMs: 5_000 });
  const { reads, read } = counting();
  const early = cache.get("a", read);
  cache.forget("a");
  const late = cache.get("a", read);
  reads[1]?.resolve({ turn: 2 });
  reads[0]?.resolve({ turn: 1 });
  expect([await early, await late, await cache.get("a", read)]).toEqual([
    { turn: 1 },
    { turn: 2 },
    { turn: 2 },
  ]);
});

it("see R7a-16 a failed read is repeated", async () => {
  const cache = new FreshCache<{ turn: number }>({ max: 10, maxAgeMs: 5_000 });
  const { reads, read } = counting();
  const failing = cache.get("a", read);
  reads[0]?.reject(new Error("unavailable"));
  await expect(failing).rejects.toThrow("unavailable");
  const secondRead = cache.get("a", read);
  reads[1]?.resolve({ turn: 2 });
  expect(await secondRead).toEqual({ turn: 2 });
});
