import { notificationCleanupIntervalMs, notificationExpiryCheckMs } from "@praxisportal/contract/limits";
import { onRealtime } from "../../platform/realtime/realtime-events.ts";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";
import { storageKeys } from "../../platform/storage/storage-keys.ts";
import { applyMark, followServer, inOwnLanguage } from "./follow-server.ts";
import { loadNotifications } from "../../platform/notifications/notification-storage.ts";
import { notificationFrom } from "../../platform/notifications/notification.ts";
import { add, removeElapsed, removeOld } from "../../platform/notifications/notifications.actions.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";

/**
 * Loads the stored notifications and starts the timers: timeouts every 100 ms (only while one can elapse), the cleanup
 * every hour. Follows other tabs and the server, and clears everything at sign-out. Returns a function that stops it.
 */
export function startNotifications(): () => void {
  notificationStore.setState({ items: loadNotifications(), toasts: [] });
  const cleanup = setInterval(() => removeOld(), notificationCleanupIntervalMs);
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.notifications) reloadFromStorage();
  };
  window.addEventListener("storage", onStorage);
  const stops = [
    () => clearInterval(cleanup),
    () => window.removeEventListener("storage", onStorage),
    checkTimeouts(),
    onRealtime("notification", (data) => {
      if (!applyMark(data))
        showNotification({ ...data, ...inOwnLanguage(data), ...("messages" in data && { stored: true }) });
    }),
    onRealtime("systemAlert", (data) =>
      showNotification({ type: "warning", ...data, ...inOwnLanguage(data) }),
    ),
    onPersonDataCleared(() => notificationStore.setState({ items: [], toasts: [] })),
    followServer(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows a notification pushed by the server. Input without a message is ignored. */
function showNotification(data: Readonly<Record<string, unknown>>): void {
  add(notificationFrom(data));
}

/** Reloads the list after another tab has changed it. Callbacks of this tab's notifications are kept. */
function reloadFromStorage(): void {
  const { items, toasts } = notificationStore.getState();
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const loadedItems = loadNotifications().map((item) => ({ ...itemsById.get(item.id), ...item }));
  notificationStore.setState({
    items: loadedItems,
    toasts: toasts.filter((id) => loadedItems.some((item) => item.id === id)),
  });
}

function checkTimeouts(): () => void {
  let ticker: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    const isTickerNeeded = notificationStore.getState().items.some((item) => item.timeout !== undefined);
    if (isTickerNeeded && ticker === undefined)
      ticker = setInterval(() => removeElapsed(), notificationExpiryCheckMs);
    if (!isTickerNeeded) stop();
  };
  const stop = () => {
    clearInterval(ticker);
    ticker = undefined;
  };
  follow();
  const unsubscribe = notificationStore.subscribe(follow);
  return () => {
    unsubscribe();
    stop();
  };
}
