import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import {
  webhookEventTypesMax,
  webhookHeadersMax,
  webhookSecretOverlapHours,
  webhookSecretOverlapHoursMax,
} from "../limits.ts";
import { timeSchema } from "../users/users.schema.ts";
import { integerBetween, nameSchema, urlSchema, withCode } from "../validation.ts";
import { isReservedHeader } from "./header.rules.ts";
import { publicEventTypes } from "./public-events.rules.ts";

/**
 * Reasons why a webhook is disabled: by an administrator, after five days of failures, or because the
 * receiver sent 410.
 */
export const webhookDisabledReasons = ["manual", "failing", "gone"] as const;

/**
 * Health of a webhook. `new`: nothing has been sent yet. `failing`: the last attempt failed. `paused`: after ten
 * failures in a row, only an occasional probe is sent.
 */
export const webhookHealthStates = ["new", "healthy", "failing", "paused"] as const;

export const webhookEventTypeSchema = z.enum(publicEventTypes);

/** A header that is sent with each delivery. Its value is stored encrypted and never shown again. */
const headerNameSchema = z.string().check(
  z.minLength(1),
  z.maxLength(64),
  z.regex(/^[A-Za-z0-9-]+$/),
  z.refine((name) => !isReservedHeader(name), withCode("invalidChoice")),
);
const headerValueSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(1_000), z.regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/));

/** A header of a webhook. In an update, a header without a value keeps its stored value. */
export const webhookHeaderSchema = z.strictObject({
  name: headerNameSchema,
  value: z.optional(headerValueSchema),
});

const headersSchema = z.array(webhookHeaderSchema).check(
  z.maxLength(webhookHeadersMax),
  z.refine(
    (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
    withCode("unique"),
  ),
);

const fields = {
  name: nameSchema(1, 100),
  /** Must be reachable over https from the internet; the operator can allow other addresses. */
  url: urlSchema,
  eventTypes: z.array(webhookEventTypeSchema).check(
    z.minLength(1),
    z.maxLength(webhookEventTypesMax),
    z.refine((types) => new Set(types).size === types.length, withCode("unique")),
  ),
};

export const createWebhookSchema = z.strictObject({
  ...fields,
  headers: z._default(headersSchema, []),
});

/**
 * Absent fields stay unchanged. `enabled: true` also restarts the failure clock. `takeOver` makes the caller the owner;
 * they must be an administrator of the organization.
 */
export const updateWebhookSchema = z.strictObject({
  name: z.optional(fields.name),
  url: z.optional(fields.url),
  eventTypes: z.optional(fields.eventTypes),
  headers: z.optional(headersSchema),
  enabled: z.optional(z.boolean()),
  takeOver: z.optional(z.literal(true)),
});

/** Results of the last attempts of a webhook. */
export const webhookHealthSchema = z.strictObject({
  state: z.enum(webhookHealthStates),
  /** Failed attempts since the last success. */
  failures: z.int(),
  /** Time of the first of these failures. */
  failingSince: z.nullable(timeSchema),
  /** Time at which the webhook will be disabled if it keeps failing; null while it is not failing. */
  disabledFrom: z.nullable(timeSchema),
  /** Time from which the next probe may be sent, while the webhook is paused. */
  nextProbeAt: z.nullable(timeSchema),
  lastAttemptAt: z.nullable(timeSchema),
  lastSuccessAt: z.nullable(timeSchema),
  /** HTTP status of the last attempt; null without a response. */
  lastStatus: z.nullable(z.int()),
  /** Settled deliveries of each of the last 24 hours, oldest hour first. */
  lastDay: z.array(z.strictObject({ succeeded: z.int(), failed: z.int() })),
});

export const webhookSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  name: z.string(),
  url: z.string(),
  eventTypes: z.array(z.string()),
  /** Version of the request bodies, fixed when the webhook was created. */
  apiVersion: z.string(),
  /** The administrator who created it or took it over; null if they have left. */
  owner: z.nullable(z.strictObject({ userId: uuidSchema, name: z.string() })),
  /** Names of the additional headers. */
  headerNames: z.array(z.string()),
  enabled: z.boolean(),
  disabledReason: z.nullable(z.enum(webhookDisabledReasons)),
  disabledAt: z.nullable(timeSchema),
  health: webhookHealthSchema,
  /** Time until which deliveries are also signed with replaced secrets; null if there is only one secret. */
  previousSecretsUntil: z.nullable(timeSchema),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: z.int(),
});
export type Webhook = z.output<typeof webhookSchema>;

/** All webhooks of an organization, sorted by name. */
export const webhookListSchema = z.strictObject({ data: z.array(webhookSchema) });

/** `secret` (`whsec_…`) is shown only here. */
export const createdWebhookSchema = z.strictObject({ ...webhookSchema.shape, secret: z.string() });

export const rotateWebhookSecretSchema = z.strictObject({
  /** Hours during which deliveries are also signed with the replaced secrets, 0 to 168. */
  overlapHours: z._default(integerBetween(0, webhookSecretOverlapHoursMax), webhookSecretOverlapHours),
});

/** A public event type with an example of a delivery's body. */
export const webhookEventTypeInfoSchema = z.strictObject({
  type: webhookEventTypeSchema,
  /** Area of the event type: the part before the dot. */
  subject: z.string(),
  /** Names of the ids in `data`. */
  ids: z.array(z.string()),
  example: z.record(z.string(), z.unknown()),
});

export const webhookEventTypeListSchema = z.strictObject({
  data: z.array(webhookEventTypeInfoSchema),
  /** Version of the examples, and of the bodies that a new webhook receives. */
  apiVersion: z.string(),
});
