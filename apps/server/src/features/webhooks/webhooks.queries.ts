import { sql } from "kysely";
import { webhookOwnerRole } from "../../directory/webhooks/webhook-owners.queries.ts";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";

/** Columns of a webhook that its presenter needs. */
export type WebhookRow = {
  id: string;
  name: string;
  url: string;
  event_types: string[];
  api_version: string;
  header_names: string[];
  owner: { id: string; name: string } | null;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: Date | null;
  failures: number;
  failing_since: Date | null;
  probe_at: Date | null;
  last_attempt_at: Date | null;
  last_success_at: Date | null;
  last_status: number | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  previous_until: Date | null;
  last_day: readonly HourRow[];
};

/** Numbers of successful and failed deliveries of an hour. `hours_ago` is 0 to 23. */
type HourRow = { hours_ago: number; succeeded: number; failed: number };

/** A sealed secret. */
export type SecretRow = { id: string; secret: Buffer };

/** Returns the webhooks of an organization sorted by name, with `id` only that one. */
export function listWebhooks(db: OrganizationDb, now: Date, id?: string): Promise<WebhookRow[]> {
  return db.read((query) =>
    query
      .selectFrom("webhook as w")
      .select([
        "w.id",
        "w.name",
        "w.url",
        "w.event_types",
        "w.api_version",
        "w.header_names",
        "w.enabled",
        "w.disabled_reason",
        "w.disabled_at",
        "w.failures",
        "w.failing_since",
        "w.probe_at",
        "w.last_attempt_at",
        "w.last_success_at",
        "w.last_status",
        "w.created_at",
        "w.updated_at",
        "w.version",
      ])
      .select(
        sql<WebhookRow["owner"]>`(select jsonb_build_object(
            'id', m.person_id, 'name', trim(m.first_name || ' ' || m.last_name)) from membership m
          where m.organization_id = w.organization_id and m.person_id = w.owner_id
            and m.role = ${webhookOwnerRole} and ${usableMembership("m", now)})`.as("owner"),
      )
      .select(
        sql<Date | null>`(select max(s.valid_until) from webhook_secret s
          where s.organization_id = w.organization_id and s.webhook_id = w.id and s.valid_until > ${now})`.as(
          "previous_until",
        ),
      )
      .select(
        sql<readonly HourRow[]>`(select coalesce(jsonb_agg(hour), '[]') from (
          select greatest(floor(extract(epoch from ${now}::timestamptz - d.created_at) / 3600), 0)::int as hours_ago,
            (count(*) filter (where d.state = 'succeeded'))::int as succeeded,
            (count(*) filter (where d.state <> 'succeeded' and d.last_failure is not null))::int as failed
          from webhook_delivery d
          where d.organization_id = w.organization_id and d.webhook_id = w.id
            and d.created_at > ${now}::timestamptz - interval '24 hours'
          group by 1) as hour)`.as("last_day"),
      )
      .where("w.organization_id", "=", db.organizationId)
      .$if(id !== undefined, (only) => only.where("w.id", "=", String(id)))
      .orderBy("w.name", germanOrder)
      .orderBy("w.id"),
  );
}

/** Returns the address, sealed headers and valid secrets of a webhook, or undefined if there is none. */
export async function readTarget(db: OrganizationDb, id: string, now: Date) {
  const [webhooks, secrets] = await db.readAll<
    [{ url: string; headers: Buffer | null; api_version: string }, SecretRow]
  >((query) => [
    query
      .selectFrom("webhook")
      .select(["url", "headers", "api_version"])
      .where("organization_id", "=", db.organizationId)
      .where("id", "=", id),
    query
      .selectFrom("webhook_secret")
      .select(["id", "secret"])
      .where("organization_id", "=", db.organizationId)
      .where("webhook_id", "=", id)
      .where((where) => where.or([where("valid_until", "is", null), where("valid_until", ">", now)]))
      .orderBy("id", "desc"),
  ]);
  const [webhook] = webhooks;
  return webhook && { ...webhook, secrets };
}

/** Returns the number of webhooks of an organization, which stays locked until the transaction ends. */
export async function lockCount(db: OrganizationQueries, organizationId: string): Promise<number> {
  await db
    .selectFrom("organization")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom("webhook")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a webhook and locks it until the transaction ends, or undefined if there is none. */
export function lockWebhook(db: OrganizationQueries, organizationId: string, id: string) {
  return db
    .selectFrom("webhook")
    .select(["id", "name", "url", "event_types", "headers", "header_names", "enabled", "version", "owner_id"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

type NewWebhook = {
  id: string;
  /** Null if a platform account creates it. */
  owner_id: string | null;
  name: string;
  url: string;
  event_types: string[];
  api_version: string;
  headers: Buffer | null;
  header_names: string[];
};

export async function insertWebhook(
  db: OrganizationQueries,
  organizationId: string,
  webhook: NewWebhook,
): Promise<void> {
  await db
    .insertInto("webhook")
    .values({ organization_id: organizationId, ...webhook })
    .execute();
}

type Changes = Partial<Omit<NewWebhook, "id" | "api_version">> & {
  enabled?: boolean;
  disabled_reason?: string | null;
  disabled_at?: Date | null;
};

/** Changes a webhook. `restarts` resets its failures and their start time. */
export async function updateWebhook(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  changes: Changes,
  restarts: boolean,
): Promise<void> {
  await db
    .updateTable("webhook")
    .set({
      ...changes,
      ...(restarts && { failures: 0, failing_since: null, warned_at: null, probe_at: null }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function deleteWebhook(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
): Promise<void> {
  await db.deleteFrom("webhook").where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

/** Stores the current secret of a webhook. */
export async function insertSecret(
  db: OrganizationQueries,
  organizationId: string,
  webhookId: string,
  { id, secret }: SecretRow,
): Promise<void> {
  await db
    .insertInto("webhook_secret")
    .values({ organization_id: organizationId, webhook_id: webhookId, id, secret })
    .execute();
}

/**
 * Ends the current secret at `validUntil`. Secrets that were replaced earlier keep their own end, unless
 * `includesReplaced` is set. At most `kept` replaced secrets remain.
 */
export async function retireSecrets(
  db: OrganizationQueries,
  organizationId: string,
  webhookId: string,
  { validUntil, includesReplaced, kept }: { validUntil: Date; includesReplaced: boolean; kept: number },
): Promise<void> {
  await db
    .updateTable("webhook_secret")
    .set({ valid_until: validUntil })
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", webhookId)
    .$if(!includesReplaced, (current) => current.where("valid_until", "is", null))
    .execute();
  await sql`delete from webhook_secret where organization_id = ${organizationId} and webhook_id = ${webhookId}
    and id <> all(array(select id from webhook_secret where organization_id = ${organizationId}
      and webhook_id = ${webhookId} order by id desc limit ${kept}))`.execute(db);
}
