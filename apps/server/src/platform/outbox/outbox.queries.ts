import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";
import type { OutboxMessage } from "./outbox-message.ts";

/** A row as it was claimed: `claim` is the number of the claim. */
export type Claim = { id: string; claim: number };

export type ClaimedMessage = OutboxMessage & Claim;

/**
 * Takes due rows of the given topics for `leaseMs`. Times are those of the database, so that processes with
 * different clocks agree. Each claim gets a number; whoever no longer holds the newest one may not move the row.
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
    db.all,
  );
  return rows;
}

/** Holds the claims for another `leaseMs`. Returns the ids that are still ours. */
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
    returning o.id`.execute(db.all);
  return new Set(rows.map((row) => row.id));
}

/** Deletes what was done, also when somebody else has claimed it meanwhile: it was done. */
export async function deleteDone(db: PlatformDb, ids: readonly string[]): Promise<void> {
  await sql`delete from outbox where id = any(${ids}::uuid[])`.execute(db.all);
}

/** What becomes of a row that was not done. */
export type Postponement = Claim & {
  /** Until it is due again; null parks it for good. */
  delayMs: number | null;
  error: string | null;
  /** False gives the try back: the row was never handed to its handler. */
  countsAsTry: boolean;
};

/** Gives rows back that were not done, as far as they are still ours. */
export async function postpone(db: PlatformDb, rows: readonly Postponement[]): Promise<void> {
  await sql`
    update outbox o set leased_until = null,
      available_at = case when back.delay is null then 'infinity'
        else now() + back.delay * interval '1 ms' end,
      last_error = coalesce(back.error, o.last_error),
      attempts = o.attempts - case when back.counts then 0 else 1 end
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.claim)}::int[],
      ${rows.map((row) => row.delayMs)}::float8[], ${rows.map((row) => row.error)}::text[],
      ${rows.map((row) => row.countsAsTry)}::boolean[]) as back (id, claim, delay, error, counts)
    where o.id = back.id and o.claims = back.claim`.execute(db.all);
}
