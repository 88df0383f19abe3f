import { localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { storedPendingSync, type PendingSync } from "./pending-sync.ts";

/**
 * Returns the changes of all users of this browser in the order they were made. Local storage is authoritative and
 * shared by all tabs.
 */
export function readQueue(): PendingSync[] {
  const stored = readJson(localValues, storageKeys.pendingSyncs, Array.isArray) ?? [];
  return stored.map(storedPendingSync).filter((each) => each !== null);
}

export function writeQueue(queue: readonly PendingSync[]): void {
  if (queue.length === 0) localValues.remove(storageKeys.pendingSyncs);
  else writeJson(localValues, storageKeys.pendingSyncs, queue);
}

/** Discards the changes of a user who signs out. */
export function removePendingSyncsOf(userId: string): void {
  writeQueue(readQueue().filter((sync) => sync.userId !== userId));
}
