import { sql } from "kysely";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import { requeueStatement } from "../delivery/requeue.queries.ts";
import { storedTime } from "./stored-time.ts";

/**
 * Locks a webhook until the transaction ends. Returns its name and whether it is enabled, or undefined if it does not
 * exist.
 */
export function lockWebhook(db: OrganizationQueries, organizationId: string, id: string) {
  return db
    .selectFrom("webhook")
    .select(["name", "enabled"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
}

/** Returns whether the webhook has the delivery. */
export async function hasDelivery(
  db: OrganizationQueries,
  organizationId: string,
  webhookId: string,
  id: string,
): Promise<boolean> {
  const delivery = await db
    .selectFrom("webhook_delivery")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .executeTakeFirst();
  return delivery !== undefined;
}

/** Makes one settled delivery due again. Returns false if an attempt is already due or the delivery is held. */
export async function requeueOne(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const condition = sql`d.organization_id = ${organizationId} and d.id = ${id}
    and d.state in ('succeeded', 'failed', 'skipped')`;
  const { rows } = await requeueStatement(condition, { trigger: sql`'resend'`, now }).execute(db);
  return rows.length > 0;
}

/**
 * Makes the settled deliveries of a time range due again. If `onlyMissing` is true, only those that never succeeded.
 */
export async function requeueRange(
  db: OrganizationQueries,
  organizationId: string,
  webhookId: string,
  { from, to, onlyMissing, now }: { from: string; to: string; onlyMissing: boolean; now: Date },
): Promise<number> {
  const condition = sql`d.organization_id = ${organizationId} and d.webhook_id = ${webhookId}
    and d.created_at >= ${storedTime(from)} and d.created_at < ${storedTime(to)}
    and d.state in ('succeeded', 'failed', 'skipped') ${onlyMissing ? sql`and d.succeeded_at is null` : sql``}`;
  const { rows } = await requeueStatement(condition, { trigger: sql`'replay'`, now }).execute(db);
  return rows.length;
}
