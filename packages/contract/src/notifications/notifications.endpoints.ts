import { defineEndpoint, notAudited } from "../endpoint.ts";
import {
  notificationListSchema,
  notificationParams,
  notificationQuery,
  notificationSchema,
  readAllSchema,
  updateNotificationSchema,
} from "./notifications.schema.ts";

const ownMarks = notAudited("a mark on the caller's own notifications");

/** Lists the caller's notifications of the last 30 days. Those of an ended membership are omitted. */
export const listNotifications = defineEndpoint({
  name: "notifications.list",
  summary: "Own notifications",
  method: "GET",
  path: "/api/v1/notifications",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own notifications"),
  query: notificationQuery,
  responses: { 200: notificationListSchema },
  errors: [],
});

/** Marks the caller's notifications as read, up to and including the given one. */
export const readAllNotifications = defineEndpoint({
  name: "notifications.readAll",
  summary: "Mark all own notifications as read",
  method: "POST",
  path: "/api/v1/notifications/read-all",
  access: { who: "session", scope: "self" },
  audit: ownMarks,
  body: readAllSchema,
  responses: { 204: null },
  errors: [],
  whenReadOnly: "always",
});

/** Marks one of the caller's notifications as read or unread. */
export const updateNotification = defineEndpoint({
  name: "notifications.update",
  summary: "Mark one own notification as read",
  method: "PUT",
  path: "/api/v1/notifications/{notificationId}",
  access: { who: "session", scope: "self" },
  audit: ownMarks,
  params: notificationParams,
  body: updateNotificationSchema,
  responses: { 200: notificationSchema },
  errors: ["NOT_FOUND"],
  whenReadOnly: "always",
});

/** Deletes one of the caller's notifications on all devices. */
export const deleteNotification = defineEndpoint({
  name: "notifications.delete",
  summary: "Delete one own notification",
  method: "DELETE",
  path: "/api/v1/notifications/{notificationId}",
  access: { who: "session", scope: "self" },
  audit: notAudited("deletes only the caller's own copy of a text"),
  params: notificationParams,
  responses: { 204: null },
  errors: ["NOT_FOUND"],
});
