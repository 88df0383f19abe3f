// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { loadQueue, loadQueueOnceNeeded, type Queue, setQueueStart } from "./queue-change.ts";

const queue: Queue = { queueUpdate: () => undefined, processPendingSyncs: async () => undefined };
const starting = vi.fn(async () => queue);

beforeEach(() => {
  vi.useFakeTimers();
  starting.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  localValues.remove(storageKeys.pendingSyncs);
});

describe("the start of the queue of changes made offline", () => {
  it("happens once, after the app has provided the start function", async () => {
    const early = loadQueue();
    setQueueStart(starting);
    expect(await early).toBe(queue);
    expect(await loadQueue()).toBe(queue);
    expect(starting).toHaveBeenCalledOnce();
  });

  it("happens at once when the queue contains changes", () => {
    setQueueStart(starting);
    localValues.set(storageKeys.pendingSyncs, "[]");
    loadQueueOnceNeeded();
    expect(starting).toHaveBeenCalledOnce();
  });

  it("happens when the page is idle, or at the first press on a page whose changes can be queued", () => {
    setQueueStart(starting);
    const stop = loadQueueOnceNeeded();
    window.dispatchEvent(new Event("pointerdown"));
    vi.advanceTimersByTime(2_999);
    expect(starting).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(starting).toHaveBeenCalledOnce();
    stop();

    setQueueStart(starting);
    loadQueueOnceNeeded({ isActedOn: true });
    window.dispatchEvent(new Event("keydown"));
    expect(starting).toHaveBeenCalledTimes(2);
  });

  it("happens when another tab queues a change, but not after the page is left", () => {
    setQueueStart(starting);
    const queueNext = () =>
      window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.pendingSyncs, newValue: "[]" }));
    loadQueueOnceNeeded({ isActedOn: true })();
    queueNext();
    window.dispatchEvent(new Event("pointerdown"));
    vi.advanceTimersByTime(10_000);
    expect(starting).not.toHaveBeenCalled();
    loadQueueOnceNeeded();
    queueNext();
    expect(starting).toHaveBeenCalledOnce();
  });
});
