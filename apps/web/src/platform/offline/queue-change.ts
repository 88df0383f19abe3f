import { type ApiError, isApiError, noResponseError } from "../api-client/api-error.ts";
import { appState } from "../app-state/app-state.store.ts";
import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import type { QueuedChange } from "./pending-queue.ts";
import type { PendingName, PendingOwner } from "./pending-sync.ts";

/** The queue and its sending. It is not part of the initial chunk. See `loadQueueOnceNeeded`. */
export type Queue = {
  readonly queueUpdate: <Name extends PendingName>(
    name: Name,
    change: QueuedChange<Name>,
    owner: PendingOwner | null,
  ) => void;
  readonly processPendingSyncs: () => Promise<void>;
};

/**
 * Delay that is long enough not to slow down the page, and short enough to load the queue before the connection is
 * lost.
 */
const idleMs = 3_000;

type Start = () => Promise<Queue>;

// `withResolvers` cannot be used, because this file runs before the check for outdated browsers.
let provideFirst: (start: Start) => void = () => undefined;
const firstStart = new Promise<Start>((resolve) => {
  provideFirst = resolve;
});
let start: Start | null = null;
let started: Promise<Queue> | null = null;

/** Sets the function that downloads and starts the queue. The app provides the actions of the features. */
export function setQueueStart(startQueue: Start): void {
  // An earlier caller of `loadQueue` is waiting for this start.
  if (start !== null) started = null;
  start = startQueue;
  provideFirst(startQueue);
}

/**
 * Downloads and starts the queue once, after its start function has been set. The next call repeats a failed download.
 */
export function loadQueue(): Promise<Queue> {
  const begin = start ?? (async () => (await firstStart)());
  started ??= begin().catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

/**
 * Loads the queue at once if it contains changes, otherwise when another tab adds a change or the page is idle. Loading
 * it earlier would slow down the page. A page whose changes can be queued passes `isUsed` to load it at once, because a
 * change made offline fails without the queue. Returns a function that stops waiting.
 */
export function loadQueueOnceNeeded({ isUsed = false } = {}): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const load = () => {
    waiting.abort();
    loadQueue().catch((error: unknown) => console.warn("The queue was not loaded", error));
  };
  if (!isUsed && localValues.get(storageKeys.pendingSyncs) === null) {
    const timer = setTimeout(load, idleMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.pendingSyncs && newValue !== null) load();
    };
    window.addEventListener("storage", onStorage, { signal });
  } else load();
  return () => waiting.abort();
}

/** Returns whether a call failed because the portal cannot be reached, so that its change may be queued. */
export function isUnreachable(error: unknown): error is ApiError {
  return !appState.getState().online && isApiError(error) && error.hasNoResponse;
}

/**
 * Queues a change for the user who made it. With `isSent`, sends it after the waiting changes. Callers must read
 * `owner` before a call that may fail, because another user may have signed in by the time it fails.
 * @throws Error if the change cannot be stored, which must then be shown as failed, or ApiError NETWORK_ERROR if the
 * queue could not be downloaded.
 */
export async function queueChange<Name extends PendingName>(
  name: Name,
  change: QueuedChange<Name>,
  owner: PendingOwner | null,
  isSent = false,
): Promise<void> {
  const { queueUpdate, processPendingSyncs } = await loadQueue().catch((error: unknown) => {
    throw noResponseError("NETWORK_ERROR", error);
  });
  queueUpdate(name, change, owner);
  if (isSent) await processPendingSyncs();
}
