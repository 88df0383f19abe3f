import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { AppNotification } from "./notification.ts";

export type NotificationState = {
  /** Newest first. */
  readonly items: readonly AppNotification[];
  /** Ids of those still shown as toasts, oldest first; a reload shows none again. */
  readonly toasts: readonly string[];
};

/** The in-app notifications. Only the actions beside this file change it. */
export const notificationStore = createStore<NotificationState>()(() => ({ items: [], toasts: [] }));

/** The notifications, or a part of them, for components. */
export function useNotifications<T>(select: (state: NotificationState) => T): T {
  return useStore(notificationStore, select);
}
