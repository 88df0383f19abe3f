import { idempotencyKeyMs } from "@praxisportal/contract/limits";
import { localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { storedPendingSync, type PendingSync } from "./pending-sync.ts";

/** The server no longer recognizes a repeated attempt afterwards. */
function isExpired({ timestamp }: PendingSync): boolean {
  return Date.now() - timestamp >= idempotencyKeyMs;
}

/**
 * Returns the changes of all users of this browser in the order they were made; those older than 24 hours are dropped.
 * Local storage is authoritative and shared by all tabs.
 */
export function readQueue(): PendingSync[] {
  const stored = readJson(localValues, storageKeys.pendingSyncs, Array.isArray) ?? [];
  return stored
    .map(storedPendingSync)
    .filter((each) => each !== null)
    .filter((each) => !isExpired(each));
}

/** Returns the changes of one user; nothing without a user. */
export function readQueueOf(userId: string | undefined): PendingSync[] {
  return readQueue().filter((sync) => sync.userId === userId);
}

export function writeQueue(queue: readonly PendingSync[]): void {
  if (queue.length === 0) localValues.remove(storageKeys.pendingSyncs);
  else writeJson(localValues, storageKeys.pendingSyncs, queue);
}

/** Discards the changes of a user who signs out. */
export function removePendingSyncsOf(userId: string): void {
  writeQueue(readQueue().filter((sync) => sync.userId !== userId));
}
