import { sql } from "kysely";
import { limitsOfEach } from "../../directory/entitlements.queries.ts";
import { takesSeat } from "../../directory/seats.queries.ts";

/** A tenant with its use and its limits. */
export type TenantRow = {
  id: string;
  name: string;
  type: string;
  status: string;
  plan: string;
  version: number;
  created_at: Date;
  trial_ends_at: Date | null;
  suspended_at: Date | null;
  suspension_reason: string | null;
  last_sign_in_at: Date | null;
  tokens: string;
  seats: string;
  bytes: string;
  seat_limit: string;
  token_limit: string;
  byte_limit: string;
};

/** Balances of a whole organization have this person. */
const nilPersonId = sql.lit("00000000-0000-0000-0000-000000000000");

/** An archived or deleted organization is no tenant. */
export const isTenant = sql`(o.status in ('trial', 'active', 'suspended') and o.erased_at is null)`;

/** Tokens booked in the calendar month of the organization `o`. */
export const monthTokens = (now: Date) => sql<string>`coalesce((
  select b.used_tokens from ai_balance b
  where b.organization_id = o.organization_id and b.person_id = ${nilPersonId}
    and b.period = date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date), 0)`;

export const seatsTaken = sql<string>`(
  select count(*) from membership m where m.organization_id = o.organization_id and ${takesSeat})`;

/** The seats taken in each organization as `t`, for a query over most of them. */
export const withSeats = sql`
  left join (
    select m.organization_id, count(*) as seats from membership m where ${takesSeat} group by m.organization_id
  ) t on t.organization_id = o.organization_id`;

export const storedBytes = sql<string>`coalesce((
  select sum(f.bytes) from stored_file f where f.organization_id = o.organization_id), 0)`;

/** The limits of the organization `o` as `l`, and its last sign-in as `s`. */
export const withLimits = sql`
  left join organization_size s on s.organization_id = o.organization_id ${limitsOfEach}`;

/** Columns of {@link TenantRow}, for a query over `organization o` and {@link withLimits}. */
export const tenantColumns = (now: Date) => sql`
  o.organization_id as id, o.name, o.type, o.status, o.plan, o.version, o.created_at, o.trial_ends_at, o.suspended_at,
  o.suspension_reason, s.last_sign_in_at, ${monthTokens(now)} as tokens, ${seatsTaken} as seats,
  ${storedBytes} as bytes, l.seats as seat_limit, l.tokens as token_limit, l.bytes as byte_limit`;
