import { publicEventTypes } from "@praxisportal/contract/webhooks/public-events.rules";
import type { WebhookDeliveryListQuery } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import { type RawBuilder, sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { storedTime } from "./stored-time.ts";

/** Columns of a delivery that its presenter needs. */
export type DeliveryRow = {
  id: string;
  event_id: string;
  event_type: string;
  sequence: string;
  ids: Readonly<Record<string, string>>;
  occurred_at: Date;
  state: string;
  attempts: number;
  next_attempt_at: Date | null;
  last_attempt_at: Date | null;
  last_failure: string | null;
  last_status: number | null;
  last_duration_ms: number | null;
  created_at: Date;
};

export type AttemptRow = {
  number: number;
  started_at: Date;
  duration_ms: number;
  trigger: string;
  failure: string | null;
  status: number | null;
  answer: string | null;
};

/** Delivery next to a page, and the side on which the page is. */
export type DeliveryCursor = { side: "older" | "newer"; id: string };

type Filter = Omit<WebhookDeliveryListQuery, "limit" | "cursor" | "sortBy" | "sortOrder">;

type Page = Pick<WebhookDeliveryListQuery, "limit" | "sortOrder"> & { cursor: DeliveryCursor | undefined };

const countedDeliveries = 1_000;

const columns = sql`d.id, d.event_id, d.event_type, d.sequence, d.ids, d.occurred_at, d.state, d.attempts,
  d.next_attempt_at, d.last_attempt_at, d.last_failure, d.last_status, d.last_duration_ms, d.created_at`;

function conditions(
  organizationId: string,
  webhookId: string,
  { search, state, eventType, from, to }: Filter,
): RawBuilder<unknown>[] {
  return [
    sql`d.organization_id = ${organizationId} and d.webhook_id = ${webhookId}`,
    // The condition is a literal, because an index is defined for these values.
    ...searchCondition(search?.trim().toLowerCase() ?? ""),
    ...(state === undefined ? [] : [sql`d.state = ${sql.lit(state)}`]),
    ...(eventType === undefined ? [] : [sql`d.event_type = ${eventType}`]),
    ...(from === undefined ? [] : [sql`d.created_at >= ${storedTime(from)}`]),
    ...(to === undefined ? [] : [sql`d.created_at < ${storedTime(to)}`]),
  ];
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the condition for an event id, a status or a part of an event type. An index finds the id. Statuses and types
 * have no index, because it would slow down each attempt. A search without matches in 1,000,000 deliveries takes 0.8 s.
 */
function searchCondition(text: string): RawBuilder<unknown>[] {
  if (text === "") return [];
  if (idPattern.test(text)) return [sql`d.event_id = ${text}::uuid`];
  if (/^[1-5]\d\d$/.test(text)) return [sql`d.last_status = ${Number(text)}`];
  // Comparing with whole types is cheaper than searching in the type of each delivery.
  const types = publicEventTypes.filter((type) => type.includes(text));
  return [sql`d.event_type = any(${types})`];
}

/** Returns whether a cursor leads to the page before it. */
export function isBackward(cursor: DeliveryCursor | undefined, sortOrder: Page["sortOrder"]): boolean {
  return cursor !== undefined && (cursor.side === "newer") === (sortOrder === "desc");
}

/**
 * Returns a page sorted by time of creation, and the number of matching deliveries, counted up to 1,001. With a cursor,
 * the page is directly before or after it.
 */
export async function readPage(
  db: OrganizationDb,
  webhookId: string,
  filter: Filter,
  { cursor, limit, sortOrder }: Page,
): Promise<{ exists: boolean; rows: DeliveryRow[]; total: number }> {
  const matching = conditions(db.organizationId, webhookId, filter);
  const isAscending = (sortOrder === "asc") !== isBackward(cursor, sortOrder);
  const order = isAscending ? sql`d.created_at asc, d.id asc` : sql`d.created_at desc, d.id desc`;
  const after =
    cursor === undefined
      ? []
      : [
          sql`(d.created_at, d.id) ${isAscending ? sql`>` : sql`<`} ((select c.created_at from webhook_delivery c
            where c.organization_id = ${db.organizationId} and c.id = ${cursor.id}), ${cursor.id}::uuid)`,
        ];
  const page = sql<DeliveryRow>`(select ${columns} from webhook_delivery d
    where ${sql.join([...matching, ...after], sql` and `)} order by ${order} limit ${limit})`;
  const totalQuery = sql<{
    total: number;
  }>`(select count(*)::int as total from (select from webhook_delivery d
    where ${sql.join(matching, sql` and `)} limit ${sql.lit(countedDeliveries + 1)}) limited)`;
  const [webhooks, rows, totals] = await db.readAll<[{ id: string }, DeliveryRow, { total: number }]>(
    (query) => [
      query
        .selectFrom("webhook")
        .select("id")
        .where("organization_id", "=", db.organizationId)
        .where("id", "=", webhookId),
      query.selectFrom(page.as("page")).selectAll().orderBy("created_at", sortOrder).orderBy("id", sortOrder),
      query.selectFrom(totalQuery.as("counted")).selectAll(),
    ],
  );
  return { exists: webhooks.length > 0, rows, total: totals[0]?.total ?? 0 };
}

/** Returns a delivery of a webhook with its attempts, newest first, or undefined if there is none. */
export async function readDelivery(db: OrganizationDb, webhookId: string, id: string) {
  const match = sql<DeliveryRow>`(select ${columns} from webhook_delivery d
    where d.organization_id = ${db.organizationId} and d.webhook_id = ${webhookId} and d.id = ${id})`;
  const [rows, attempts] = await db.readAll<[DeliveryRow, AttemptRow]>((query) => [
    query.selectFrom(match.as("found")).selectAll(),
    query
      .selectFrom("webhook_attempt")
      .select(["number", "started_at", "duration_ms", "trigger", "failure", "status", "answer"])
      .where("organization_id", "=", db.organizationId)
      .where("delivery_id", "=", id)
      .orderBy("number", "desc"),
  ]);
  const [delivery] = rows;
  return delivery && { delivery, attempts };
}
