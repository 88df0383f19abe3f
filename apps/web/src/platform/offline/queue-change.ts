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
 * Loads the queue at once if something is in it, otherwise when another tab adds something, or when the page is idle.
 * Loading it earlier would slow down the page. A page that is made for changes that can be queued passes `isUsed`, and
 * loads it at once: without it, a change made offline fails. Returns a function that stops waiting.
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
 * Queues a change for the user who made it; with `isSent`, sends it behind those that wait. Read `owner` before a call
 * that may fail: another user may have signed in by then.
 * @throws if the change cannot be kept; it must then be shown as failed. ApiError NETWORK_ERROR if the queue could not
 * be downloaded any more.
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
