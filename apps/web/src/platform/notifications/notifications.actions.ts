import { notificationRetentionMs } from "@praxisportal/contract/limits";
import { saveNotifications } from "./notification-storage.ts";
import { isElapsed, isOlderThan, isRecent, newestFirst, notificationFrom } from "./notification.ts";
import type { AppNotification, NotificationInput } from "./notification.ts";
import { notificationStore } from "./notifications.store.ts";

/** A mark on a stored notification. `readAll` includes all older notifications. */
export type NotificationMark = { readonly kind: "read" | "readAll" | "delete"; readonly id: string };

type SendMark = (mark: NotificationMark) => void;
let sendMark: SendMark | null = null;

/** Sets the function that sends marks on stored notifications to the server, or null to send none. */
export function sendMarksWith(send: SendMark | null): void {
  sendMark = send;
}

/**
 * Shows a notification as a toast and adds it to the list until it is closed, used or times out. Returns its
 * id, or null if it was rejected (not an object, no message). An id that is already in the list is not added
 * again, so the same live message in two tabs stays one. Components use `useNotify`.
 */
export function notify(input: NotificationInput): string | null {
  const notification = notificationFrom(input);
  return add(notification?.type === "success" ? { ...notification, transient: true } : notification);
}

/** Adds a notification of the server. Returns its id, or null for an invalid one. */
export function add(notification: AppNotification | null): string | null {
  if (notification === null) return null;
  const { items, toasts } = notificationStore.getState();
  if (items.some((item) => item.id === notification.id)) return notification.id;
  setNotifications([notification, ...items], [...toasts, notification.id]);
  return notification.id;
}

/** Removes a closed notification. */
export function dismiss(id: string): void {
  closeWhere((item) => item.id === id);
}

/** Hides the toast. The notification stays in the list. */
export function hideToast(id: string): void {
  const { toasts } = notificationStore.getState();
  notificationStore.setState({ toasts: toasts.filter((toast) => toast !== id) });
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
  if (isUnreadOnServer(find(id))) sendMark?.({ kind: "read", id });
  markWhere((item) => item.id === id);
}

export function markAllRead(): void {
  // Ids ascend in the order of creation. A notification that arrives later stays unread.
  const ids = notificationStore
    .getState()
    .items.filter(isUnreadOnServer)
    .map(({ id }) => id);
  const newest = ids.toSorted().at(-1);
  if (newest !== undefined) sendMark?.({ kind: "readAll", id: newest });
  markWhere(() => true);
}

export function clearNotifications(): void {
  closeWhere(() => true);
}

/** Applies a mark made on another device. */
export function setReadElsewhere(matches: (item: AppNotification) => boolean, read: boolean): void {
  markWhere(matches, read);
}

/** Removes a notification that was closed on another device. */
export function removeClosedElsewhere(id: string): void {
  removeWhere((item) => item.id === id);
}

/**
 * Merges the server's list into the local list. The server is authoritative for stored notifications, and notifications
 * created in the browser stay. `before` contains the local ids at the time of the request. Notifications that were
 * closed since then do not return, and notifications that arrived since then stay.
 */
export function mergeServerList(
  listed: readonly AppNotification[],
  { before, isComplete }: { before: ReadonlySet<string>; isComplete: boolean },
): void {
  const { items, toasts } = notificationStore.getState();
  const localById = new Map(items.map((item) => [item.id, item]));
  const listedIds = new Set(listed.map(({ id }) => id));
  const oldest = Math.min(...listed.map(({ createdAt }) => createdAt));
  const isBeyondPage = ({ createdAt }: AppNotification) => !isComplete && createdAt < oldest;
  const others = items.filter(
    (item) => !listedIds.has(item.id) && (!item.stored || !before.has(item.id) || isBeyondPage(item)),
  );
  const merged = listed
    .filter(({ id }) => localById.has(id) || !before.has(id))
    .map((item) => ({ ...localById.get(item.id), ...item }));
  if (merged.length === 0 && others.length === items.length) return;
  const remainingItems = [...others, ...merged];
  setNotifications(
    remainingItems,
    toasts.filter((id) => remainingItems.some((item) => item.id === id)),
  );
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

function isUnreadOnServer(item: AppNotification | undefined): boolean {
  return item?.stored === true && !item.read;
}

/** Removes notifications here and on the server. */
function closeWhere(matches: (item: AppNotification) => boolean): void {
  for (const { id, stored } of notificationStore.getState().items.filter(matches)) {
    if (stored) sendMark?.({ kind: "delete", id });
  }
  removeWhere(matches);
}

function markWhere(matches: (item: AppNotification) => boolean, read = true): void {
  const { items, toasts } = notificationStore.getState();
  if (!items.some((item) => item.read !== read && matches(item))) return;
  setNotifications(
    items.map((item) => (matches(item) ? { ...item, read } : item)),
    toasts,
  );
}

function removeWhere(matches: (item: AppNotification) => boolean): void {
  const { items, toasts } = notificationStore.getState();
  const remainingItems = items.filter((item) => !matches(item));
  if (remainingItems.length === items.length) return;
  setNotifications(
    remainingItems,
    toasts.filter((id) => remainingItems.some((item) => item.id === id)),
  );
}

function setNotifications(items: readonly AppNotification[], toasts: readonly string[]): void {
  const sorted = newestFirst(items);
  notificationStore.setState({ items: sorted, toasts });
  saveNotifications(sorted);
}
