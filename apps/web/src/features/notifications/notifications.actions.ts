import { notificationRetentionMs } from "@praxisportal/contract/limits";
import { saveNotifications } from "./notification-storage.ts";
import { isElapsed, isOlderThan, isRecent, newestFirst, notificationFrom } from "./notification.ts";
import type { AppNotification, NotificationInput } from "./notification.ts";
import { notificationStore } from "./notifications.store.ts";

/**
 * Shows a notification as a toast and adds it to the list until it is closed, used or times out. Returns its
 * id, or null if it was rejected (not an object, no message). An id that is already in the list is not added
 * again, so the same live message in two tabs stays one.
 */
export function notify(input: NotificationInput): string | null {
  const notification = notificationFrom(input);
  if (notification === null) return null;
  const { items, toasts } = notificationStore.getState();
  if (items.some((item) => item.id === notification.id)) return notification.id;
  keep([notification, ...items], [...toasts, notification.id]);
  return notification.id;
}

/** Removes a closed notification. */
export function dismiss(id: string): void {
  removeWhere((item) => item.id === id);
}

/** Hides the toast; the notification stays in the list. */
export function hideToast(id: string): void {
  const { toasts } = notificationStore.getState();
  notificationStore.setState({ toasts: toasts.filter((each) => each !== id) });
}

/** Runs the notification's action and removes the notification. */
export function runAction(id: string): void {
  const action = find(id)?.action;
  dismiss(id);
  action?.handler();
}

/** Handles a click on the notification and marks it as read. */
export function activate(id: string): void {
  markRead(id);
  find(id)?.onClick?.();
}

export function markRead(id: string): void {
  markWhere((item) => item.id === id);
}

export function markAllRead(): void {
  markWhere(() => true);
}

export function clearNotifications(): void {
  keep([], []);
}

/** Returns the notifications of the last 24 hours, newest first. */
export function recentNotifications(nowMs = Date.now()): AppNotification[] {
  return notificationStore.getState().items.filter((item) => isRecent(item, nowMs));
}

export function unreadCount(): number {
  return notificationStore.getState().items.filter((item) => !item.read).length;
}

/** Removes notifications whose timeout has elapsed. */
export function removeElapsed(nowMs = Date.now()): void {
  removeWhere((item) => isElapsed(item, nowMs));
}

/** Removes notifications older than 7 days. */
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
