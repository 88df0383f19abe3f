import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { AppNotification } from "./notification.ts";

export type NotificationState = {
  /** Newest first. */
  readonly items: readonly AppNotification[];
  /** Ids of the notifications that are still shown as toasts, oldest first. Empty after a reload. */
  readonly toasts: readonly string[];
};

/** In-app notifications. Changed only by `notifications.actions.ts` and `start-notifications.ts`. */
export const notificationStore = createStore<NotificationState>()(() => ({ items: [], toasts: [] }));

export function useNotifications<T>(select: (state: NotificationState) => T): T {
  return useStore(notificationStore, select);
}
