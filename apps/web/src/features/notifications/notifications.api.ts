import type {
  deleteNotification,
  listNotifications,
  readAllNotifications,
  updateNotification,
} from "@praxisportal/contract/notifications/notifications.endpoints";
import { initialNotificationCount } from "@praxisportal/contract/limits";
import type { Start } from "@praxisportal/contract/start/start.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import type { NotificationMark } from "../../platform/notifications/notifications.actions.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";
import { isUnreachable, queueChange } from "../../platform/offline/queue-change.ts";
import { currentOwner } from "../../platform/offline/sync-owner.ts";
import { takeStart } from "../../platform/session/start-data.ts";

const listRoute = route<typeof listNotifications>()("notifications.list", "GET", "/api/v1/notifications");
const readAllRoute = route<typeof readAllNotifications>()(
  "notifications.readAll",
  "POST",
  "/api/v1/notifications/read-all",
);
const updateRoute = route<typeof updateNotification>()(
  "notifications.update",
  "PUT",
  "/api/v1/notifications/{notificationId}",
);
const deleteRoute = route<typeof deleteNotification>()(
  "notifications.delete",
  "DELETE",
  "/api/v1/notifications/{notificationId}",
);

/** Returns whether a live event or another tab has added a newer notification. Ids ascend in the order of creation. */
function isOutdated({ data }: Start["notifications"]): boolean {
  const newest = data[0]?.id ?? "";
  return notificationStore.getState().items.some(({ id, stored }) => stored === true && id > newest);
}

/** Returns the newest notifications stored on the server. */
export async function fetchNotifications() {
  const started = await takeStart("notifications");
  if (started !== null && !isOutdated(started)) return started;
  return call(listRoute, { query: { limit: initialNotificationCount }, background: true });
}

/**
 * Sends a mark in the background. If the server cannot be reached, a read mark is sent later. A notification that was
 * closed while offline is marked as read, because only read marks can be queued.
 */
export async function sendMark(mark: NotificationMark): Promise<void> {
  const owner = currentOwner();
  try {
    await sendMarkNow(mark);
  } catch (error) {
    if (!isUnreachable(error)) return;
    const kind = mark.kind === "delete" ? "read" : mark.kind;
    await queueChange("notifications.mark", { data: { kind, id: mark.id } }, owner).catch((reason: unknown) =>
      console.warn("The notification mark could not be queued", reason),
    );
  }
}

/** Sends a mark. Attempts with the same idempotency key count once. */
export async function sendMarkNow({ kind, id }: NotificationMark, idempotencyKey?: string): Promise<void> {
  const params = { notificationId: id };
  if (kind === "readAll") await call(readAllRoute, { body: { upTo: id }, idempotencyKey });
  else if (kind === "read") await call(updateRoute, { params, body: { read: true }, idempotencyKey });
  else await call(deleteRoute, { params, idempotencyKey });
}
