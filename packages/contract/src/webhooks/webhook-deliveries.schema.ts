import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { cursorSchema, historyOf, pageLimitSchema, sortOrders } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";
import { withCode } from "../validation.ts";
import { webhookEventTypeSchema } from "./webhooks.schema.ts";

/**
 * States of a delivery. `pending`: an attempt is due or running. `held`: waits for the reactivation of the
 * organization. `failed`: all attempts were used. `skipped`: the webhook was disabled.
 */
export const webhookDeliveryStates = ["pending", "held", "succeeded", "failed", "skipped"] as const;

/** Triggers of an attempt: the schedule, or a request to send the delivery again. */
export const webhookAttemptTriggers = ["schedule", "resend", "replay"] as const;

/**
 * Reasons why an attempt failed. `status`: any status other than 2xx; `redirect`: 3xx, which is never followed;
 * `timeout`: no connection within 5 s or no complete response within 15 s; `refused`: the address is not allowed.
 */
export const webhookFailures = ["status", "redirect", "timeout", "connection", "refused"] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

const outcomeShape = {
  succeeded: z.boolean(),
  failure: z.nullable(z.enum(webhookFailures)),
  /** HTTP status; null without a response. */
  status: z.nullable(z.int()),
  durationMs: z.int(),
} as const;

/** A delivery in the list. */
const deliveryShape = {
  id: uuidSchema,
  _id: uuidSchema,
  /** The header `webhook-id`, the same in every attempt. */
  eventId: uuidSchema,
  eventType: z.string(),
  /** Position of the event in the order of the organization. */
  sequence: z.int(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  /** Time of the event. */
  occurredAt: timeSchema,
  createdAt: timeSchema,
  /** Time of the next attempt; null if there is none. */
  nextAttemptAt: z.nullable(timeSchema),
  lastAttempt: z.nullable(z.strictObject({ at: timeSchema, ...outcomeShape })),
} as const;

export const webhookDeliverySchema = z.strictObject(deliveryShape);
export type WebhookDelivery = z.output<typeof webhookDeliverySchema>;

/** A page of deliveries. `totalEstimate` is exact up to 1,000 and otherwise 1,001. */
export const webhookDeliveryPageSchema = historyOf(webhookDeliverySchema);

const spanShape = { from: z.optional(timeSchema), to: z.optional(timeSchema) } as const;

/** Sort field of the log. There is no other order, because attempts and responses change while the log is read. */
export const webhookDeliverySortFields = ["createdAt"] as const;

/**
 * Filters of deliveries, which must all match. `search` is an event id, the status of the last response, or a part of
 * an event type. `from` and `to` are times of creation, inclusive and exclusive.
 */
export const webhookDeliveryListQuery = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(100))),
  state: z.optional(z.enum(webhookDeliveryStates)),
  eventType: z.optional(webhookEventTypeSchema),
  ...spanShape,
  sortBy: z._default(z.enum(webhookDeliverySortFields), "createdAt"),
  sortOrder: z._default(z.enum(sortOrders), "desc"),
  limit: pageLimitSchema,
  cursor: z.optional(cursorSchema),
});
export type WebhookDeliveryListQuery = z.output<typeof webhookDeliveryListQuery>;

/** A request as it is sent. The values of custom headers and signatures are "•". */
export const webhookRequestSchema = z.strictObject({
  url: z.string(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** JSON. */
  body: z.string(),
});

export const webhookAttemptSchema = z.strictObject({
  number: z.int(),
  at: timeSchema,
  trigger: z.enum(webhookAttemptTriggers),
  ...outcomeShape,
  /** The first 1,024 bytes of the response as text. */
  answer: z.nullable(z.string()),
});

/** A delivery with its request and its attempts, newest first. */
export const webhookDeliveryDetailSchema = z.strictObject({
  ...deliveryShape,
  request: webhookRequestSchema,
  attemptLog: z.array(webhookAttemptSchema),
});

/** Request and result of a test delivery. */
export const webhookTestResultSchema = z.strictObject({
  ...outcomeShape,
  request: webhookRequestSchema,
  answer: z.nullable(z.string()),
});

/** A range by time of creation; `to` is exclusive. */
export const replayWebhookSchema = z
  .strictObject({
    from: timeSchema,
    to: timeSchema,
    /** Only deliveries that never succeeded, including those skipped while the webhook was disabled. */
    onlyMissing: z._default(z.boolean(), true),
  })
  .check(z.refine(({ from, to }) => Date.parse(from) <= Date.parse(to), withCode("dateRange", {}, ["to"])));

/** Number of deliveries that are sent again. */
export const replayedWebhookSchema = z.strictObject({ deliveries: z.int() });
