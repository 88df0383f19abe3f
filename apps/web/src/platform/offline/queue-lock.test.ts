import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lockWaitMs, withQueueLock } from "./queue-lock.ts";

// Node has the same Web Locks as browsers.
const { locks } = navigator;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts work that runs until the test ends it. */
function startedWork() {
  const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>();
  const { promise: started, resolve: start } = Promise.withResolvers<() => boolean>();
  const work = (isHeld: () => boolean) => {
    start(isHeld);
    return finished;
  };
  return { work, started, finish: () => finish(undefined) };
}

/** Resolves once a second tab waits for the lock. `vi.waitFor` would advance the clock. */
async function secondTabWaits(): Promise<void> {
  while ((await locks.query()).pending?.length !== 1) await setImmediate();
}

it("runs the work in one tab at a time", async () => {
  const first = startedWork();
  const done = withQueueLock(first.work);
  const isHeld = await first.started;
  const second = vi.fn(async () => undefined);
  const later = withQueueLock(second);
  await secondTabWaits();
  vi.advanceTimersByTime(lockWaitMs - 1);
  await setImmediate();
  expect(isHeld()).toBe(true);
  expect(second).not.toHaveBeenCalled();
  first.finish();
  await done;
  await later;
  expect(second).toHaveBeenCalledOnce();
});

it("takes over the lock of a frozen tab, which stops sending when it continues", async () => {
  const frozen = startedWork();
  const abandoned = withQueueLock(frozen.work);
  const isHeld = await frozen.started;
  expect(isHeld()).toBe(true);
  const second = vi.fn(async () => undefined);
  const later = withQueueLock(second);
  await secondTabWaits();
  vi.advanceTimersByTime(lockWaitMs);
  await later;
  expect(second).toHaveBeenCalledOnce();
  await abandoned;
  expect(isHeld()).toBe(false);
  frozen.finish();
});

it("reports failed work and frees the lock", async () => {
  await expect(withQueueLock(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const next = vi.fn(async () => undefined);
  await withQueueLock(next);
  expect(next).toHaveBeenCalledOnce();
});

it("works without Web Locks", async () => {
  vi.stubGlobal("navigator", {});
  const work = vi.fn(async (isHeld: () => boolean) => expect(isHeld()).toBe(true));
  await withQueueLock(work);
  expect(work).toHaveBeenCalledOnce();
});
