import { notificationRecentMs } from "@praxisportal/contract/limits";
import { isRecord } from "../../platform/storage/browser-storage.ts";

export const notificationTypes = ["success", "error", "warning", "info"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Something to do about a notification. The notification is removed once it was used. */
export type NotificationAction = { readonly label: string; readonly handler: () => void };

export type AppNotification = {
  readonly id: string;
  readonly type: NotificationType;
  readonly title?: string;
  readonly message: string;
  /** Removed after this many ms; without it, it stays until closed. */
  readonly timeout?: number;
  /** Timestamp in ms. */
  readonly createdAt: number;
  /** Only false hides the close button. */
  readonly dismissible: boolean;
  readonly read: boolean;
  /** Callbacks live in memory; a reloaded notification has none. */
  readonly onClick?: () => void;
  readonly action?: NotificationAction;
};

/** What a caller says about a new notification. */
export type NotificationInput = Partial<Omit<AppNotification, "createdAt" | "read">> & {
  readonly message: string;
};

/**
 * Makes a notification, or refuses (null): it must be an object with a message that is not empty. Whatever else is
 * missing or unusable gets its default, because the text may come from the server.
 */
export function notificationFrom(input: unknown, nowMs = Date.now()): AppNotification | null {
  if (!isRecord(input)) return null;
  const { id, type, title, message, timeout, dismissible, onClick, action } = input;
  if (typeof message !== "string" || message.trim() === "") return null;
  return {
    id: typeof id === "string" && id !== "" ? id : crypto.randomUUID(),
    type: knownType(type) ?? "info",
    ...(typeof title === "string" ? { title } : {}),
    message,
    ...(isDuration(timeout) ? { timeout } : {}),
    createdAt: nowMs,
    dismissible: dismissible !== false,
    read: false,
    ...(typeof onClick === "function" ? { onClick: () => void onClick() } : {}),
    ...(isAction(action) ? { action } : {}),
  };
}

/** A notification as stored; null for anything malformed. */
export function storedNotification(value: unknown): AppNotification | null {
  if (!isRecord(value)) return null;
  const { id, createdAt, type, read } = value;
  if (typeof id !== "string" || id === "" || knownType(type) === undefined) return null;
  if (typeof createdAt !== "number" || !Number.isFinite(createdAt)) return null;
  const notification = notificationFrom(value, createdAt);
  return notification && { ...notification, read: read === true };
}

/** Whether its timeout has elapsed. */
export function isElapsed({ timeout, createdAt }: AppNotification, nowMs: number): boolean {
  return timeout !== undefined && nowMs - createdAt >= timeout;
}

/** Whether it is older than `ageMs`. */
export function isOlderThan({ createdAt }: AppNotification, ageMs: number, nowMs: number): boolean {
  return nowMs - createdAt > ageMs;
}

/** Whether it is of the last 24 hours. */
export function isRecent(notification: AppNotification, nowMs: number): boolean {
  return !isOlderThan(notification, notificationRecentMs, nowMs);
}

/** Newest first; of the same moment, the one added last stays first. */
export function newestFirst(items: readonly AppNotification[]): AppNotification[] {
  return items.toSorted((a, b) => b.createdAt - a.createdAt);
}

function knownType(value: unknown): NotificationType | undefined {
  return notificationTypes.find((type) => type === value);
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function isAction(value: unknown): value is NotificationAction {
  return isRecord(value) && typeof value["label"] === "string" && typeof value["handler"] === "function";
}
