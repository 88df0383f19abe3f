// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { loadQueue, loadQueueOnceNeeded, type Queue, queueChange, setQueueStart } from "./queue-change.ts";

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

  it("happens when the page is idle, or at once on a page that is made for changes that can be queued", () => {
    setQueueStart(starting);
    const stop = loadQueueOnceNeeded();
    window.dispatchEvent(new Event("pointerdown"));
    vi.advanceTimersByTime(2_999);
    expect(starting).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(starting).toHaveBeenCalledOnce();
    stop();

    setQueueStart(starting);
    loadQueueOnceNeeded({ isUsed: true });
    expect(starting).toHaveBeenCalledTimes(2);
  });

  it("that fails shows a change made offline as one that did not reach the portal", async () => {
    setQueueStart(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
    await expect(queueChange("settings.save", { data: { isDarkMode: true } }, null)).rejects.toMatchObject({
      code: "NETWORK_ERROR",
      hasNoResponse: true,
    });
    setQueueStart(starting);
    expect(await loadQueue()).toBe(queue);
  });

  it("happens when another tab queues a change, but not after the page is left", () => {
    setQueueStart(starting);
    const queueNext = () =>
      window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.pendingSyncs, newValue: "[]" }));
    loadQueueOnceNeeded()();
    queueNext();
    vi.advanceTimersByTime(10_000);
    expect(starting).not.toHaveBeenCalled();
    loadQueueOnceNeeded();
    queueNext();
    expect(starting).toHaveBeenCalledOnce();
  });
});
