import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import {
  replayedWebhookSchema,
  replayWebhookSchema,
  webhookDeliveryDetailSchema,
  webhookDeliveryListQuery,
  webhookDeliveryPageSchema,
  webhookDeliverySchema,
  webhookTestResultSchema,
} from "./webhook-deliveries.schema.ts";
import {
  createdWebhookSchema,
  createWebhookSchema,
  rotateWebhookSecretSchema,
  updateWebhookSchema,
  webhookEventTypeListSchema,
  webhookListSchema,
  webhookSchema,
} from "./webhooks.schema.ts";

const webhookParams = z.strictObject({ id: uuidSchema, webhookId: uuidSchema });
const deliveryParams = z.strictObject({ ...webhookParams.shape, deliveryId: uuidSchema });
const managers = { who: "role:super_admin|org_admin", scope: "own" } as const;

/** Lists the webhooks of an organization, sorted by name, each with its health. */
export const listWebhooks = defineEndpoint({
  name: "webhooks.list",
  summary: "List webhooks",
  method: "GET",
  path: "/api/tenant/organizations/{id}/webhooks",
  access: managers,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: webhookListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Lists the event types that webhooks can subscribe to, each with an example of the body. */
export const listWebhookEventTypes = defineEndpoint({
  name: "webhooks.listEventTypes",
  summary: "List the event types of webhooks",
  method: "GET",
  path: "/api/tenant/organizations/{id}/webhook-event-types",
  access: managers,
  audit: notAudited("a read of the catalogue"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: webhookEventTypeListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Creates a webhook. The response contains its secret, which no other call returns. Errors: 400 for an address that the
 * portal must not call, 409 CONFLICT when the organization already has ten.
 */
export const createWebhook = defineEndpoint({
  name: "webhooks.create",
  summary: "Create a webhook",
  method: "POST",
  path: "/api/tenant/organizations/{id}/webhooks",
  access: managers,
  audit: audited("webhook.created"),
  organizationFrom: "path",
  params: idParams,
  body: createWebhookSchema,
  responses: { 201: createdWebhookSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
  replay: "none",
});

/**
 * Changes, enables, disables or takes over a webhook. Errors: 400 as for creating, 403 for taking it over without being
 * an administrator of the organization.
 */
export const updateWebhook = defineEndpoint({
  name: "webhooks.update",
  summary: "Change a webhook",
  method: "PUT",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}",
  access: managers,
  audit: audited("webhook.updated"),
  organizationFrom: "path",
  params: webhookParams,
  body: updateWebhookSchema,
  responses: { 200: webhookSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED"],
});

/** Deletes a webhook with its delivery log. Deliveries that are due are not sent. */
export const removeWebhook = defineEndpoint({
  name: "webhooks.remove",
  summary: "Delete a webhook",
  method: "DELETE",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}",
  access: managers,
  audit: audited("webhook.deleted"),
  organizationFrom: "path",
  params: webhookParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED"],
});

/**
 * Replaces the secret. Until the end of the overlap deliveries have a signature of each secret. The response
 * contains the new secret, which no other call returns.
 */
export const rotateWebhookSecret = defineEndpoint({
  name: "webhooks.rotateSecret",
  summary: "Replace the secret of a webhook",
  method: "POST",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}/rotate-secret",
  access: managers,
  rateLimit: "changes",
  audit: audited("webhook.secret_rotated"),
  organizationFrom: "path",
  params: webhookParams,
  body: rotateWebhookSecretSchema,
  responses: { 200: createdWebhookSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Sends a test event of the type `webhook.test` and waits for the response, at most 15 s. It is not retried and does
 * not appear in the log. Errors: 429 TOO_MANY_REQUESTS for the eleventh test within a minute.
 */
export const testWebhook = defineEndpoint({
  name: "webhooks.test",
  summary: "Send a test delivery",
  method: "POST",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}/test",
  access: managers,
  audit: notAudited("sends a test event without data and changes nothing"),
  organizationFrom: "path",
  params: webhookParams,
  responses: { 200: webhookTestResultSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "TOO_MANY_REQUESTS"],
});

/** Lists the deliveries of the last 30 days, newest first by default. */
export const listWebhookDeliveries = defineEndpoint({
  name: "webhooks.listDeliveries",
  summary: "List the deliveries of a webhook",
  method: "GET",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}/deliveries",
  access: managers,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: webhookParams,
  query: webhookDeliveryListQuery,
  responses: { 200: webhookDeliveryPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns a delivery with its request and all its attempts. */
export const getWebhookDelivery = defineEndpoint({
  name: "webhooks.getDelivery",
  summary: "Get a delivery",
  method: "GET",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}",
  access: managers,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: deliveryParams,
  responses: { 200: webhookDeliveryDetailSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Sends a delivery again, with a new schedule. Errors: 409 CONFLICT while an attempt is due or the webhook is disabled.
 */
export const resendWebhookDelivery = defineEndpoint({
  name: "webhooks.resend",
  summary: "Send a delivery again",
  method: "POST",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/resend",
  access: managers,
  rateLimit: "changes",
  audit: audited("webhook.resent"),
  organizationFrom: "path",
  params: deliveryParams,
  responses: { 202: webhookDeliverySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});

/**
 * Sends the deliveries of a time range again, or only those that never succeeded. Errors: 409 as for a single delivery.
 */
export const replayWebhook = defineEndpoint({
  name: "webhooks.replay",
  summary: "Send the deliveries of a time range again",
  method: "POST",
  path: "/api/tenant/organizations/{id}/webhooks/{webhookId}/replay",
  access: managers,
  rateLimit: "changes",
  audit: audited("webhook.replayed"),
  organizationFrom: "path",
  params: webhookParams,
  body: replayWebhookSchema,
  responses: { 202: replayedWebhookSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});
