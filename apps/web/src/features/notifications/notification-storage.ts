import { notificationRetentionOnLoadMs } from "@praxisportal/contract/limits";
import { localValues, readJson, writeJson } from "../../platform/storage/browser-storage.ts";
import { storageKeys } from "../../platform/storage/storage-keys.ts";
import { isOlderThan, newestFirst, storedNotification } from "./notification.ts";
import type { AppNotification } from "./notification.ts";

/** Keeps the list; callbacks are functions and stay behind. */
export function saveNotifications(items: readonly AppNotification[]): void {
  const plain = items.map(({ onClick: _onClick, action: _action, ...stored }) => stored);
  writeJson(localValues, storageKeys.notifications, plain);
}

/**
 * The stored list, newest first, without what is malformed or older than 30 days; if anything was dropped, the
 * rest is saved. Data that is no list at all is removed from storage.
 */
export function loadNotifications(nowMs = Date.now()): AppNotification[] {
  const stored = readJson(localValues, storageKeys.notifications, Array.isArray);
  if (stored === null) return [];
  const kept = stored
    .map(storedNotification)
    .filter((each) => each !== null)
    .filter((each) => !isOlderThan(each, notificationRetentionOnLoadMs, nowMs));
  if (kept.length !== stored.length) saveNotifications(kept);
  return newestFirst(kept);
}
