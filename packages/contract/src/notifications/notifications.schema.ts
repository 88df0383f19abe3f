import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { languages } from "../languages.ts";
import { pageLimitSchema } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";

/** Types of a notification; each has its own icon. */
export const notificationTypes = ["success", "error", "warning", "info"] as const;

/** Pages that a notification may open, by the name of their route. Addresses are never stored. */
export const notificationRoutes = [
  "profile",
  "users",
  "staffBoard",
  "organization",
  "aiUsage",
  "audit",
  "evidence",
  "webhooks",
  "reviews",
] as const;

/** A notification stored for one person. */
export const notificationSchema = z.strictObject({
  id: uuidSchema,
  /** The organization that it is about; null without one. */
  organizationId: z.nullable(uuidSchema),
  type: z.enum(notificationTypes),
  /** Kind of event, such as `memberAdded`. */
  kind: z.string(),
  /** The text in each language. It contains no names. */
  messages: z.strictObject({ de: z.string(), en: z.string(), fr: z.string(), it: z.string() }),
  /** The page to open; null if there is none. */
  route: z.nullable(z.enum(notificationRoutes)),
  /** The person it is about, other than the recipient. */
  userId: z.nullable(uuidSchema),
  createdAt: timeSchema,
  read: z.boolean(),
});
export type StoredNotification = z.output<typeof notificationSchema>;

/** Query of a page. `cursor` is the id of the last notification of the previous page. */
export const notificationQuery = z.strictObject({ limit: pageLimitSchema, cursor: z.optional(uuidSchema) });

/** A page of notifications, newest first. `nextCursor` is null on the last page. */
export const notificationListSchema = z.strictObject({
  data: z.array(notificationSchema),
  nextCursor: z.nullable(uuidSchema),
});

export const notificationParams = z.strictObject({ notificationId: uuidSchema });

export const updateNotificationSchema = z.strictObject({ read: z.boolean() });

/** Request to mark notifications as read. `upTo` is the newest notification shown; later ones stay unread. */
export const readAllSchema = z.strictObject({ upTo: uuidSchema });

/**
 * The token of the link in a weekly digest. A call without a token has the same result as a call with an
 * unknown token.
 */
export const unsubscribeQuery = z.strictObject({
  token: z.optional(z.string().check(z.maxLength(200))),
  language: z.optional(z.enum(languages)),
});

/** The body that RFC 8058 prescribes. */
export const oneClickSchema = z.strictObject({ "List-Unsubscribe": z.literal("One-Click") });
