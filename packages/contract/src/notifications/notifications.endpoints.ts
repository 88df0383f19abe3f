import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  notificationListSchema,
  notificationParams,
  notificationQuery,
  notificationSchema,
  oneClickSchema,
  readAllSchema,
  unsubscribeQuery,
  updateNotificationSchema,
} from "./notifications.schema.ts";

const ownMarks = notAudited("a mark on the caller's own notifications");

/** Lists the caller's notifications of the last 30 days, except those of ended memberships. */
export const listNotifications = defineEndpoint({
  name: "notifications.list",
  summary: "List your notifications",
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
  summary: "Mark all your notifications as read",
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
  summary: "Mark one of your notifications as read or unread",
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
  summary: "Delete one of your notifications",
  method: "DELETE",
  path: "/api/v1/notifications/{notificationId}",
  access: { who: "session", scope: "self" },
  audit: notAudited("deletes only the caller's own copy of a text"),
  params: notificationParams,
  responses: { 204: null },
  errors: ["NOT_FOUND"],
});

const unsubscribePath = "/api/v1/notifications/unsubscribe";

/**
 * Returns a page with a button that ends the weekly digest. The call changes nothing, because mail scanners open every
 * link. The page is the same for any token.
 */
export const openUnsubscribePage = defineEndpoint({
  name: "notifications.unsubscribePage",
  summary: "Show the page that ends the weekly digest",
  method: "GET",
  path: unsubscribePath,
  access: { who: "public", scope: "-" },
  audit: notAudited("shows a button and changes nothing"),
  query: unsubscribeQuery,
  page: true,
  responses: { 200: null },
  errors: [],
});

/**
 * Ends the weekly digest for the person and the organization of a mailed token (RFC 8058), without a session.
 * Idempotent; the response is the same for an unknown token.
 */
export const unsubscribe = defineEndpoint({
  name: "notifications.unsubscribe",
  summary: "End the weekly digest with the mailed link",
  method: "POST",
  path: unsubscribePath,
  access: { who: "public", scope: "-" },
  audit: audited("user.digest_ended"),
  query: unsubscribeQuery,
  body: oneClickSchema,
  takesForm: true,
  page: true,
  responses: { 200: null },
  errors: ["TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST", "UPLOAD_MALFORMED"],
});
