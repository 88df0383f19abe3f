import { notificationRetentionMs } from "@praxisportal/contract/limits";
import { saveNotifications } from "./notification-storage.ts";
import { isElapsed, isOlderThan, isRecent, newestFirst, notificationFrom } from "./notification.ts";
import type { AppNotification, NotificationInput } from "./notification.ts";
import { notificationStore } from "./notifications.store.ts";

/**
 * Raises a notification: a toast now, an entry of the list until it is closed, used or times out. Returns its id,
 * or null if it was refused (no object, no message). An id already in the list is not raised twice, so that the
 * same live message in two tabs stays one.
 */
export function notify(input: NotificationInput): string | null {
  const notification = notificationFrom(input);
  if (notification === null) return null;
  const { items, toasts } = notificationStore.getState();
  if (items.some((item) => item.id === notification.id)) return notification.id;
  keep([notification, ...items], [...toasts, notification.id]);
  return notification.id;
}

/** Removes a notification: it was closed. */
export function dismiss(id: string): void {
  removeWhere((item) => item.id === id);
}

/** Hides the toast; the notification stays in the list. */
export function hideToast(id: string): void {
  const { toasts } = notificationStore.getState();
  notificationStore.setState({ toasts: toasts.filter((each) => each !== id) });
}

/** Does what the notification offers, and removes it. */
export function runAction(id: string): void {
  const action = find(id)?.action;
  dismiss(id);
  action?.handler();
}

/** The notification itself was clicked: it counts as read. */
export function activate(id: string): void {
  markRead(id);
  find(id)?.onClick?.();
}

/** Marks one as read. */
export function markRead(id: string): void {
  markWhere((item) => item.id === id);
}

/** Marks all as read. */
export function markAllRead(): void {
  markWhere(() => true);
}

/** Removes all. */
export function clearNotifications(): void {
  keep([], []);
}

/** Those of the last 24 hours, newest first. */
export function recentNotifications(nowMs = Date.now()): AppNotification[] {
  return notificationStore.getState().items.filter((item) => isRecent(item, nowMs));
}

/** How many are unread. */
export function unreadCount(): number {
  return notificationStore.getState().items.filter((item) => !item.read).length;
}

/** Removes those whose timeout has elapsed. */
export function removeElapsed(nowMs = Date.now()): void {
  removeWhere((item) => isElapsed(item, nowMs));
}

/** Removes those older than 7 days. */
export function removeOld(nowMs = Date.now()): void {
  removeWhere((item) => isOlderThan(item, notificationRetentionMs, nowMs));
}

function find(id: string): AppNotification | undefined {
  return notificationStore.getState().items.find((item) => item.id === id);
}

function markWhere(matches: (item: AppNotification) => boolean): void {
  const { items, toasts } = notificationStore.getState();
  if (!items.some((item) => !item.read && matches(item))) return;
  keep(
    items.map((item) => (matches(item) ? { ...item, read: true } : item)),
    toasts,
  );
}

function removeWhere(matches: (item: AppNotification) => boolean): void {
  const { items, toasts } = notificationStore.getState();
  const kept = items.filter((item) => !matches(item));
  if (kept.length === items.length) return;
  keep(
    kept,
    toasts.filter((id) => kept.some((item) => item.id === id)),
  );
}

function keep(items: readonly AppNotification[], toasts: readonly string[]): void {
  const sorted = newestFirst(items);
  notificationStore.setState({ items: sorted, toasts });
  saveNotifications(sorted);
}
