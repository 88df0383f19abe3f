import { notificationRetentionOnLoadMs } from "@praxisportal/contract/limits";
import { localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { isOlderThan, newestFirst, storedNotification } from "./notification.ts";
import type { AppNotification } from "./notification.ts";

/** Stores the list without its callbacks, which cannot be serialized. */
export function saveNotifications(items: readonly AppNotification[]): void {
  const plain = items.map(({ onClick: _onClick, action: _action, ...stored }) => stored);
  writeJson(localValues, storageKeys.notifications, plain);
}

/**
 * Returns the stored list, newest first. Drops malformed entries and entries older than 30 days, and saves the
 * remaining ones. Removes a stored value that is not a list.
 */
export function loadNotifications(nowMs = Date.now()): AppNotification[] {
  const stored = readJson(localValues, storageKeys.notifications, Array.isArray);
  if (stored === null) return [];
  const valid = stored
    .map(storedNotification)
    .filter((candidate) => candidate !== null)
    .filter((candidate) => !isOlderThan(candidate, notificationRetentionOnLoadMs, nowMs));
  if (valid.length !== stored.length) saveNotifications(valid);
  return newestFirst(valid);
}
