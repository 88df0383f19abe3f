import type { WebhookDeliveryListQuery } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import { createListSearch, textMatching, oneOf } from "../../../platform/list/list-search.ts";

export const deliveryStates = ["pending", "held", "succeeded", "failed", "skipped"] as const;

const hourMs = 3_600_000;
/** The offered periods in hours. The log keeps 30 days. */
const hoursOf = { hour: 1, day: 24, week: 168 } as const;
export const periods = ["hour", "day", "week"] as const;

/** The URL state of a delivery log. */
export const deliverySearch = createListSearch({
  filters: {
    state: oneOf(deliveryStates),
    eventType: textMatching(/^[a-z_]+\.[a-z_]+$/),
    since: oneOf(periods),
  },
  sortFields: ["createdAt"],
  defaultSort: { sortBy: "createdAt", sortOrder: "desc" },
  cursor: /^[\w-]+$/,
});

export type DeliverySearch = ReturnType<typeof deliverySearch.parse>["search"];

/** Returns the query parameters of the endpoint. */
export function wireQuery({ since, ...search }: DeliverySearch, now: number) {
  const from = since === undefined ? undefined : new Date(now - hoursOf[since] * hourMs).toISOString();
  return {
    ...search,
    ...deliverySearch.sortOf(search),
    ...(from !== undefined && { from }),
  } as Omit<WebhookDeliveryListQuery, "to" | "limit">;
}
