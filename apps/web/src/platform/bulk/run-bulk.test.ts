import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, noResponseError } from "../api-client/api-error.ts";
import { bulkCounts, type BulkItem, newBulkWork, withOutcomes } from "./bulk-work.ts";
import { runBulk } from "./run-bulk.ts";

const items = (count: number) =>
  newBulkWork(
    "test",
    "organization",
    Array.from({ length: count }, (_none, index) => `id-${index}`),
  ).items;

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.code : "");
const conflict = (code: "LAST_ADMINISTRATOR" | "ALREADY_PROCESSED") =>
  new ApiError({ status: 409, code, problem: null, retryAfterMs: null });
const signal = () => new AbortController().signal;

describe("bulk work", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("R9-34 R9-35 sends five at a time, and the next five 100 ms after the last response", async () => {
    const sentIds: string[] = [];
    const pending: (() => void)[] = [];
    const act = (item: BulkItem) => {
      sentIds.push(item.id);
      return new Promise<void>((resolve) => pending.push(resolve));
    };
    const resolveAll = () => pending.splice(0).forEach((resolve) => resolve());
    const end = runBulk({ items: items(12), act, onBatch: () => undefined, signal: signal(), reasonOf });

    await vi.advanceTimersByTimeAsync(1000);
    expect(sentIds).toHaveLength(5);
    pending.splice(0, 4).forEach((resolve) => resolve());
    await vi.advanceTimersByTimeAsync(1000);
    expect(sentIds).toHaveLength(5);
    resolveAll();
    await vi.advanceTimersByTimeAsync(99);
    expect(sentIds).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(1);
    expect(sentIds).toHaveLength(10);
    resolveAll();
    await vi.advanceTimersByTimeAsync(100);
    expect(sentIds).toHaveLength(12);
    resolveAll();
    await expect(end).resolves.toBe("finished");
  });

  it("see R9-34 an error affects only its item, and an already processed item counts as done", async () => {
    const failures: Record<string, ApiError> = {
      "id-1": conflict("LAST_ADMINISTRATOR"),
      "id-2": conflict("ALREADY_PROCESSED"),
    };
    let work = newBulkWork("test", "organization", ["id-0", "id-1", "id-2", "id-2"]);
    const act = async ({ id }: BulkItem) => {
      if (failures[id]) throw failures[id];
    };
    const onBatch = (outcomes: readonly BulkItem[]) => (work = withOutcomes(work, outcomes));
    await expect(runBulk({ items: work.items, act, onBatch, signal: signal(), reasonOf })).resolves.toBe(
      "finished",
    );
    expect(bulkCounts(work)).toEqual({ open: 0, done: 2, failed: 1, total: 3 });
    expect(work.items[1]).toMatchObject({ state: "failed", reason: "LAST_ADMINISTRATOR" });
  });

  it("see R9-34 a lost connection leaves items open, and resuming sends only those with the same keys", async () => {
    let work = newBulkWork("test", "organization", ["id-0", "id-1", "id-2", "id-3", "id-4", "id-5"]);
    const onBatch = (outcomes: readonly BulkItem[]) => (work = withOutcomes(work, outcomes));
    const keys = new Map(work.items.map(({ id, key }) => [id, key]));
    const act = async ({ id }: BulkItem) => {
      if (id === "id-3") throw noResponseError("NETWORK_ERROR");
    };
    await expect(runBulk({ items: work.items, act, onBatch, signal: signal(), reasonOf })).resolves.toBe(
      "interrupted",
    );
    expect(bulkCounts(work)).toMatchObject({ open: 2, done: 4 });

    const resent: BulkItem[] = [];
    const resumed = runBulk({
      items: work.items,
      act: async (item) => resent.push(item),
      onBatch,
      signal: signal(),
      reasonOf,
    });
    await expect(resumed).resolves.toBe("finished");
    expect(resent.map(({ id }) => id)).toEqual(["id-3", "id-5"]);
    for (const { id, key } of resent) expect(key).toBe(keys.get(id));
  });

  it("see R9-35 stopping waits for items in flight and starts no more", async () => {
    const controller = new AbortController();
    const settled: BulkItem[] = [];
    const end = runBulk({
      items: items(10),
      act: async () => controller.abort(),
      onBatch: (outcomes) => settled.push(...outcomes),
      signal: controller.signal,
      reasonOf,
    });
    await vi.advanceTimersByTimeAsync(100);
    await expect(end).resolves.toBe("stopped");
    expect(settled.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "done"));
  });
});
