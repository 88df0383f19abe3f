import {
  webhookDisablingFailures,
  webhookDisablingMs,
  webhookWarningMs,
} from "@praxisportal/contract/limits";
import { type RawBuilder, sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

type Queries = PlatformDb["reads"];

export type WebhookKey = { organizationId: string; id: string };

const isFailing = sql`w.enabled and w.failing_since is not null`;

function failingFor(ms: number, now: Date): RawBuilder<unknown> {
  return sql`w.failing_since <= ${new Date(now.getTime() - ms)}`;
}

function hasFailedTooLong(now: Date): RawBuilder<unknown> {
  return sql`${failingFor(webhookDisablingMs, now)} and w.failures >= ${webhookDisablingFailures}`;
}

function isUnwarned(now: Date): RawBuilder<unknown> {
  return sql`${isFailing} and ${failingFor(webhookWarningMs, now)} and w.warned_at is null`;
}

/** Returns the webhooks that have failed for five days, with at least 20 failures. */
export async function findFailedTooLong(db: PlatformDb, now: Date): Promise<WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`
    select w.organization_id as "organizationId", w.id from webhook w
    where ${isFailing} and ${hasFailedTooLong(now)}
    order by w.organization_id, w.id`.execute(db.reads);
  return rows;
}

/** Returns the webhooks that have failed for four days and whose administrators have not been warned. */
export async function findUnwarned(db: PlatformDb, now: Date): Promise<WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`
    select w.organization_id as "organizationId", w.id from webhook w
    where ${isUnwarned(now)}
    order by w.organization_id, w.id`.execute(db.reads);
  return rows;
}

/** Marks the administrators of a webhook as warned. Returns false if they already are or it no longer fails. */
export async function markWarned(
  db: Queries,
  { organizationId, id }: WebhookKey,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update webhook w set warned_at = ${now}
    where w.organization_id = ${organizationId} and w.id = ${id} and ${isUnwarned(now)}
    returning w.id`.execute(db);
  return rows.length > 0;
}

/** Reason why the portal disables a webhook. */
export type DisablingReason = "failing" | "gone";

/**
 * Disables a webhook and returns its name. Returns undefined if it is already disabled, or if the reason is that it
 * fails and it no longer does.
 */
export async function disableWebhook(
  db: Queries,
  { organizationId, id }: WebhookKey,
  reason: DisablingReason,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update webhook w set enabled = false, disabled_reason = ${reason}, disabled_at = ${now}, probe_at = null,
      version = version + 1, updated_at = now()
    where w.organization_id = ${organizationId} and w.id = ${id} and w.enabled
      ${reason === "failing" ? sql`and ${hasFailedTooLong(now)}` : sql``}
    returning w.name`.execute(db);
  return rows[0]?.name;
}
