import { sql } from "kysely";
import { joinLimitsPerRow } from "../../directory/entitlements.queries.ts";
import { monthTokens, withBalance } from "../../directory/limits/month-balance.queries.ts";
import { takesSeat } from "../../directory/seats.queries.ts";

/** A tenant with its usage and limits. */
export type TenantRow = {
  id: string;
  name: string;
  type: string;
  practice_code: string;
  headquarters: string | null;
  status: string;
  plan: string;
  currency: string;
  version: number;
  created_at: Date;
  trial_ends_at: Date | null;
  suspended_at: Date | null;
  suspension_reason: string | null;
  last_sign_in_at: Date | null;
  webhooks_failing_since: Date | null;
  sync_failed_at: Date | null;
  tokens: string;
  seats: string;
  bytes: string;
  seat_limit: string;
  token_limit: string;
  byte_limit: string;
  notice_given_at: Date | null;
  contract_ends_at: Date | null;
};

/** Condition that the organization `o` is a tenant, which an archived or deleted organization is not. */
export const isTenant = sql`(o.status in ('trial', 'active', 'suspended') and o.erased_at is null)`;

const seatsTaken = sql<string>`(
  select count(*) from membership m where m.organization_id = o.organization_id and ${takesSeat})`;

const storedBytes = sql<string>`coalesce((
  select sum(f.bytes) from stored_file f where f.organization_id = o.organization_id), 0)`;

/** The webhooks of the organization `o` that are paused or disabled because their receivers fail. */
export const failingWebhooks = sql`
  webhook w where w.organization_id = o.organization_id
    and (w.enabled and w.probe_at is not null or w.disabled_reason in ('failing', 'gone'))`;

const webhooksFailingSince = sql`(
  select min(coalesce(w.failing_since, w.disabled_at)) from ${failingWebhooks})`;

/** The cloud sync of the organization `o` if its last run failed. */
export const failedSync = sql`cloud_sync c where c.organization_id = o.organization_id and c.error is not null`;

/** Returns joins of the last sign-in of the organization `o` as `s`, its balance and its limits. */
export const withFacts = (now: Date) => sql`
  left join organization_size s on s.organization_id = o.organization_id ${withBalance(now)} ${joinLimitsPerRow}`;

/** Columns of {@link TenantRow}, for a query over some `organization o` and {@link withFacts}. */
export const tenantColumns = sql`
  o.organization_id as id, o.name, o.type, o.practice_code, o.details ->> 'headquarters' as headquarters,
  o.status, o.plan, o.currency, o.version, o.created_at, o.trial_ends_at, o.suspended_at, o.suspension_reason,
  s.last_sign_in_at, ${webhooksFailingSince} as webhooks_failing_since,
  (select c.last_run_at from ${failedSync}) as sync_failed_at,
  ${monthTokens} as tokens, ${seatsTaken} as seats, ${storedBytes} as bytes, l.seats as seat_limit,
  l.tokens as token_limit, l.bytes as byte_limit, o.notice_given_at, o.contract_ends_at`;
