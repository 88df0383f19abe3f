import { isSharedWorkstation } from "../api-client/tokens.ts";
import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** The queue of a shared workstation. It exists only in the memory of the page. */
let tabQueue: readonly unknown[] = [];

function storedQueue(): readonly unknown[] {
  return readJson(localValues, storageKeys.pendingSyncs, Array.isArray) ?? [];
}

/**
 * Returns the stored changes of all users of this browser, unparsed, oldest first. Local storage is authoritative and
 * shared by all tabs. On a shared workstation, each tab has its own queue in memory. When a device becomes a shared
 * workstation or stops being one, its changes are moved.
 */
export function readStoredQueue(): readonly unknown[] {
  const isShared = isSharedWorkstation();
  const misplaced = isShared ? storedQueue() : tabQueue;
  if (misplaced.length > 0) {
    const queue = isShared ? [...misplaced, ...tabQueue] : [...storedQueue(), ...misplaced];
    localValues.remove(storageKeys.pendingSyncs);
    tabQueue = [];
    writeStoredQueue(queue);
  }
  return isShared ? tabQueue : storedQueue();
}

/** Replaces the changes of all users of this browser. */
export function writeStoredQueue(queue: readonly unknown[]): void {
  if (isSharedWorkstation()) tabQueue = queue;
  else if (queue.length === 0) localValues.remove(storageKeys.pendingSyncs);
  else writeJson(localValues, storageKeys.pendingSyncs, queue);
}

/** Discards the changes of a user who signs out. */
export function removePendingSyncsOf(userId: string): void {
  const queue = readStoredQueue();
  const remaining = queue.filter((item) => !isRecord(item) || item["userId"] !== userId);
  if (remaining.length < queue.length) writeStoredQueue(remaining);
}
