import type { BodyInputOf, ResultOf } from "@praxisportal/contract/endpoint";
import type { WebhookDelivery } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import type * as endpoints from "@praxisportal/contract/webhooks/webhooks.endpoints";
import type { Webhook } from "@praxisportal/contract/webhooks/webhooks.schema";
import { keepPreviousData, type QueryFunctionContext, queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";
import { type DeliverySearch, wireQuery } from "./log/delivery-search.ts";

export type { Webhook, WebhookDelivery };
export type WebhookDetail = ResultOf<typeof endpoints.getWebhookDelivery>;
export type WebhookTest = ResultOf<typeof endpoints.testWebhook>;
/** A webhook with its secret, which only this response contains. */
export type RevealedWebhook = ResultOf<typeof endpoints.createWebhook>;
export type EventType = ResultOf<typeof endpoints.listWebhookEventTypes>["data"][number];

const path = "/api/tenant/organizations/{id}/webhooks";
const onePath = `${path}/{webhookId}` as const;
const deliveriesPath = `${onePath}/deliveries` as const;
const deliveryPath = `${deliveriesPath}/{deliveryId}` as const;

const listRoute = route<typeof endpoints.listWebhooks>()("webhooks.list", "GET", path);
const typesRoute = route<typeof endpoints.listWebhookEventTypes>()(
  "webhooks.listEventTypes",
  "GET",
  "/api/tenant/organizations/{id}/webhook-event-types",
);
const createRoute = route<typeof endpoints.createWebhook>()("webhooks.create", "POST", path);
const updateRoute = route<typeof endpoints.updateWebhook>()("webhooks.update", "PUT", onePath);
const removeRoute = route<typeof endpoints.removeWebhook>()("webhooks.remove", "DELETE", onePath);
const rotateRoute = route<typeof endpoints.rotateWebhookSecret>()(
  "webhooks.rotateSecret",
  "POST",
  `${onePath}/rotate-secret`,
);
const testRoute = route<typeof endpoints.testWebhook>()("webhooks.test", "POST", `${onePath}/test`);
const replayRoute = route<typeof endpoints.replayWebhook>()("webhooks.replay", "POST", `${onePath}/replay`);
const deliveriesRoute = route<typeof endpoints.listWebhookDeliveries>()(
  "webhooks.listDeliveries",
  "GET",
  deliveriesPath,
);
const deliveryRoute = route<typeof endpoints.getWebhookDelivery>()(
  "webhooks.getDelivery",
  "GET",
  deliveryPath,
);
const resendRoute = route<typeof endpoints.resendWebhookDelivery>()(
  "webhooks.resend",
  "POST",
  `${deliveryPath}/resend`,
);

/** Polling interval in ms. Pages poll, because attempts raise no live event. */
const pollingMs = 10_000;
const pageSize = 25;

/** A webhook of an organization. */
export interface WebhookRef {
  readonly organizationId: string;
  readonly webhookId: string;
}

const targetOf = ({ organizationId, webhookId }: WebhookRef) => ({
  ...inOrganization(organizationId),
  params: { id: organizationId, webhookId },
});

/** Polls data. Only the first load counts as activity of the user. */
const polled = ({ client, queryKey, signal }: QueryFunctionContext) => ({
  signal,
  background: client.getQueryData(queryKey) !== undefined,
});

/** Returns the query for all webhooks of an organization with their health. */
export function webhooksQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.webhooks(organizationId), "list"],
    queryFn: async (context) =>
      (await call(listRoute, { ...inOrganization(organizationId), ...polled(context) })).data,
    refetchInterval: pollingMs,
  });
}

/** Returns the query for the event types that a webhook can subscribe to. */
export function eventTypesQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.webhooks(organizationId), "types"],
    queryFn: async ({ signal }) =>
      (await call(typesRoute, { ...inOrganization(organizationId), signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the query for one page of the delivery log. The previous rows stay while another page loads. */
export function deliveriesQuery(webhook: WebhookRef, search: DeliverySearch) {
  return queryOptions({
    queryKey: [...organizationKeys.webhooks(webhook.organizationId), webhook.webhookId, "log", search],
    queryFn: (context) =>
      call(deliveriesRoute, {
        ...targetOf(webhook),
        query: { ...wireQuery(search, Date.now()), limit: pageSize },
        ...polled(context),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: pollingMs,
  });
}

/** Loads one page of the delivery log without caching it. @throws ApiError. */
export function loadDeliveries(webhook: WebhookRef, search: DeliverySearch) {
  return call(deliveriesRoute, {
    ...targetOf(webhook),
    query: { ...wireQuery(search, Date.now()), limit: 100 },
  });
}

/** Returns the query for a delivery with its request and attempts. */
export function deliveryQuery(webhook: WebhookRef, deliveryId: string) {
  return queryOptions({
    queryKey: [
      ...organizationKeys.webhooks(webhook.organizationId),
      webhook.webhookId,
      "delivery",
      deliveryId,
    ],
    queryFn: (context) => {
      const { headers, params } = targetOf(webhook);
      return call(deliveryRoute, { headers, params: { ...params, deliveryId }, ...polled(context) });
    },
    refetchInterval: pollingMs,
  });
}

/** @throws ApiError VALIDATION_FAILED for an address that the portal must not call, CONFLICT above ten webhooks. */
export function createWebhook(
  organizationId: string,
  body: BodyInputOf<typeof endpoints.createWebhook>,
): Promise<RevealedWebhook> {
  return call(createRoute, { ...inOrganization(organizationId), body });
}

/** Returns the changed webhook. @throws ApiError PRECONDITION_FAILED when it has changed since it was read. */
export function changeWebhook(
  organizationId: string,
  { id, version }: Pick<Webhook, "id" | "version">,
  body: BodyInputOf<typeof endpoints.updateWebhook>,
): Promise<Webhook> {
  return call(updateRoute, { ...targetOf({ organizationId, webhookId: id }), body, ifMatch: version });
}

/** @throws ApiError. */
export async function deleteWebhook(webhook: WebhookRef): Promise<void> {
  await call(removeRoute, targetOf(webhook));
}

/** @throws ApiError. */
export function rotateSecret(webhook: WebhookRef, overlapHours: number): Promise<RevealedWebhook> {
  return call(rotateRoute, { ...targetOf(webhook), body: { overlapHours } });
}

/** Waits for the response of the receiver. @throws ApiError TOO_MANY_REQUESTS for the eleventh test within a minute. */
export function sendTest(webhook: WebhookRef): Promise<WebhookTest> {
  return call(testRoute, targetOf(webhook));
}

/** @throws ApiError CONFLICT while an attempt is due or the webhook is disabled. */
export async function resendDelivery(webhook: WebhookRef, deliveryId: string): Promise<void> {
  const { headers, params } = targetOf(webhook);
  await call(resendRoute, { headers, params: { ...params, deliveryId } });
}

/** Returns how many deliveries are sent again. @throws ApiError CONFLICT while the webhook is disabled. */
export async function replayDeliveries(
  webhook: WebhookRef,
  body: BodyInputOf<typeof endpoints.replayWebhook>,
): Promise<number> {
  return (await call(replayRoute, { ...targetOf(webhook), body })).deliveries;
}
