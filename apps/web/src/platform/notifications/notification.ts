import { notificationRecentMs } from "@praxisportal/contract/limits";
import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { isRecord } from "../storage/browser-storage.ts";

export const notificationTypes = ["success", "error", "warning", "info"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The pages that stored notifications may open. */
export const notificationPaths = {
  profile: "/profile",
  users: "/users",
  staffBoard: "/organization/staff-board",
  organization: "/organization",
  aiUsage: "/ai-usage",
  audit: "/audit",
  evidence: "/organization/evidence",
  webhooks: "/webhooks",
  reviews: "/reviews",
} as const satisfies Record<NonNullable<StoredNotification["route"]>, string>;
type NotificationRoute = keyof typeof notificationPaths;

/** An action on a notification. Using it removes the notification. */
export type NotificationAction = { readonly label: string; readonly handler: () => void };

export type AppNotification = {
  readonly id: string;
  readonly type: NotificationType;
  readonly title?: string;
  readonly message: string;
  /** Time in ms after which the notification is removed. If absent, it is kept until closed. */
  readonly timeout?: number;
  /**
   * True if the notification confirms an action of the user. It is kept in memory only and removed together with its
   * toast.
   */
  readonly transient?: true;
  /** Timestamp in ms. */
  readonly createdAt: number;
  /** False hides the close button. */
  readonly dismissible: boolean;
  readonly read: boolean;
  /** True if the notification is also stored on the server, to which marks are then sent. */
  readonly stored?: true;
  /** The page to open. */
  readonly route?: NotificationRoute;
  /** The organization that it concerns. Its page opens only while that organization is selected. */
  readonly organizationId?: string;
  /** The event that it reports, for example `workstationAlarm`. */
  readonly kind?: string;
  /** The person that it concerns. */
  readonly userId?: string;
  /** Callbacks exist in memory only. A reloaded notification has none. */
  readonly onClick?: () => void;
  readonly action?: NotificationAction;
};

/** Fields of a new notification. Only the message is required. */
export type NotificationInput = Partial<Omit<AppNotification, "createdAt" | "read" | "transient">> & {
  readonly message: string;
};

/**
 * Creates a notification. Returns null unless the input is an object with a non-empty message. Other missing or invalid
 * fields take their defaults, because the input may come from the server.
 */
export function notificationFrom(input: unknown, nowMs = Date.now()): AppNotification | null {
  if (!isRecord(input)) return null;
  const { id, type, title, message, timeout, dismissible, stored, onClick, action } = input;
  const { route, organizationId, kind, userId } = input;
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
    ...(stored === true ? { stored } : {}),
    ...(isRoute(route) ? { route } : {}),
    ...(typeof organizationId === "string" ? { organizationId } : {}),
    ...(typeof kind === "string" ? { kind } : {}),
    ...(typeof userId === "string" ? { userId } : {}),
    ...(typeof onClick === "function" ? { onClick: () => void onClick() } : {}),
    ...(isAction(action) ? { action } : {}),
  };
}

/** Returns a stored notification, or null for a malformed one. */
export function storedNotification(value: unknown): AppNotification | null {
  if (!isRecord(value)) return null;
  const { id, createdAt, type, read } = value;
  if (typeof id !== "string" || id === "" || knownType(type) === undefined) return null;
  if (typeof createdAt !== "number" || !Number.isFinite(createdAt)) return null;
  const notification = notificationFrom(value, createdAt);
  return notification && { ...notification, read: read === true };
}

export function isElapsed({ timeout, createdAt }: AppNotification, nowMs: number): boolean {
  return timeout !== undefined && nowMs - createdAt >= timeout;
}

export function isOlderThan({ createdAt }: AppNotification, ageMs: number, nowMs: number): boolean {
  return nowMs - createdAt > ageMs;
}

/** Returns whether the notification is from the last 24 hours. */
export function isRecent(notification: AppNotification, nowMs: number): boolean {
  return !isOlderThan(notification, notificationRecentMs, nowMs);
}

/**
 * Sorts notifications newest first. The sort is stable, so of notifications with equal times, the last one added stays
 * first.
 */
export function newestFirst(items: readonly AppNotification[]): AppNotification[] {
  return items.toSorted((a, b) => b.createdAt - a.createdAt);
}

function knownType(value: unknown): NotificationType | undefined {
  return notificationTypes.find((type) => type === value);
}

function isRoute(value: unknown): value is NotificationRoute {
  return typeof value === "string" && Object.hasOwn(notificationPaths, value);
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function isAction(value: unknown): value is NotificationAction {
  return isRecord(value) && typeof value["label"] === "string" && typeof value["handler"] === "function";
}
