import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import { type OutboxMessage, unretryableName, unknownMail } from "./outbox-message.ts";

/** Claimed row. `claim` is the number of the claim. */
export type Claim = { id: string; claim: number };

export type ClaimedMessage = OutboxMessage & Claim;

/**
 * Claims due rows of the given topics for `leaseMs`. Uses the clock of the database, so that clock differences between
 * processes do not matter. Each claim of a row gets a new number, and only the holder of the newest one may change the
 * row.
 */
export async function claimDue(
  db: PlatformDb,
  topics: readonly string[],
  limit: number,
  leaseMs: number,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select id from outbox
      where available_at <= now() and (leased_until is null or leased_until < now()) and topic = any(${topics}::text[])
      order by available_at, id limit ${limit}
      for update skip locked
    )
    update outbox o set leased_until = now() + ${leaseMs}::float8 * interval '1 ms',
      claims = o.claims + 1, attempts = o.attempts + 1
    from due where o.id = due.id
    returning o.id, o.claims as claim, o.topic, o.payload, o.attempts as attempt, o.created_at as "createdAt"`.execute(
    db.writes,
  );
  return rows;
}

/** Extends the leases of the claims by `leaseMs` from now. Returns the ids that this process still has. */
export async function renewLeases(
  db: PlatformDb,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update outbox o set leased_until = now() + ${leaseMs}::float8 * interval '1 ms'
    from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ claim }) => claim)}::int[])
      as held (id, claim)
    where o.id = held.id and o.claims = held.claim
    returning o.id`.execute(db.writes);
  return new Set(rows.map((row) => row.id));
}

/** Deletes handled rows, even if another process has claimed them in the meantime, because the work is done. */
export async function deleteDone(db: PlatformDb, ids: readonly string[]): Promise<void> {
  await sql`delete from outbox where id = any(${ids}::uuid[])`.execute(db.writes);
}

/** Result for a row that was not completed. */
export type Postponement = Claim & {
  /** Delay until the row is due again, or null to park it. */
  delayMs: number | null;
  error: string | null;
  /** False if the row was never passed to its handler, so that the attempt does not count. */
  countsAsAttempt: boolean;
};

/** Returns uncompleted rows to the table if this process still has them. */
export async function postpone(db: PlatformDb, rows: readonly Postponement[]): Promise<void> {
  await sql`
    update outbox o set leased_until = null,
      available_at = case when back.delay is null then 'infinity'
        else now() + back.delay * interval '1 ms' end,
      last_error = coalesce(back.error, o.last_error),
      attempts = o.attempts - case when back.counts then 0 else 1 end
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.claim)}::int[],
      ${rows.map((row) => row.delayMs)}::float8[], ${rows.map((row) => row.error)}::text[],
      ${rows.map((row) => row.countsAsAttempt)}::boolean[]) as back (id, claim, delay, error, counts)
    where o.id = back.id and o.claims = back.claim`.execute(db.writes);
}

/** Time after its creation for which a parked mail is still useful, by its template, in ms. */
export type Lifetimes = Readonly<Record<string, number>>;

/**
 * Returns the conditions of parked rows that stay parked. These are rows that failed permanently, unless the version
 * that handled them did not know their mail, and rows older than their lifetime. The lifetime is 30 days for all but
 * the given mails.
 */
export function undeliverable(lifetimesMs: Lifetimes) {
  const isRefused = sql<boolean>`coalesce(last_error like ${`${unretryableName}:%`}
    and last_error not like ${`${unretryableName}: ${unknownMail} %`}, false)`;
  const isExpired = sql<boolean>`created_at < now() - coalesce(
    (${JSON.stringify(lifetimesMs)}::jsonb ->> (payload ->> 'template'))::float8 * interval '1 ms',
    interval '30 days')`;
  return { isRefused, isExpired };
}

/** Numbers of parked rows of a topic that became due again and that stay parked. */
export type Retried = { topic: string; retried: number; refused: number; expired: number };

/** Makes parked rows due again, with all their attempts, except the {@link undeliverable} ones. */
export async function retryParked(
  db: Kysely<TenantTables & GlobalTables>,
  topic: string | undefined,
  lifetimesMs: Lifetimes,
): Promise<Retried[]> {
  const { isRefused, isExpired } = undeliverable(lifetimesMs);
  // The rows are locked, so that a row that another call retries at the same time is not counted twice.
  const { rows } = await sql<Retried>`
    with parked as (
      select id, topic, ${isRefused} as is_refused, not ${isRefused} and ${isExpired} as is_expired
      from outbox where available_at = 'infinity' and topic = coalesce(${topic ?? null}::text, topic)
      order by id for update
    ), retried as (
      update outbox o set available_at = now(), attempts = 0
      from parked where o.id = parked.id and not is_refused and not is_expired
    )
    select topic, (count(*) filter (where not is_refused and not is_expired))::int as retried,
      (count(*) filter (where is_refused))::int as refused, (count(*) filter (where is_expired))::int as expired
    from parked group by topic order by topic`.execute(db);
  return rows;
}

/** Deletes the {@link undeliverable} parked rows; returns their number. */
export async function discardUndeliverable(
  db: Kysely<TenantTables & GlobalTables>,
  topic: string | undefined,
  lifetimesMs: Lifetimes,
): Promise<number> {
  const { isRefused, isExpired } = undeliverable(lifetimesMs);
  const { rows } = await sql`
    delete from outbox
    where available_at = 'infinity' and topic = coalesce(${topic ?? null}::text, topic)
      and (${isRefused} or ${isExpired})
    returning id`.execute(db);
  return rows.length;
}
