import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Price } from "./cost.ts";

/**
 * Renews the leases of calls and stores what they received so far, in one statement for the whole process. Returns
 * the calls that were settled elsewhere. Locks in the order of ids, as settlements do.
 */
export async function renewLeases(
  db: PlatformDb,
  calls: readonly { id: string; receivedTokens: number }[],
  leaseMs: number,
): Promise<string[]> {
  const ids = calls.map((call) => call.id);
  const receivedTokens = calls.map((call) => call.receivedTokens);
  const { rows } = await sql<{ id: string }>`
    with asked as (
      select * from unnest(${ids}::uuid[], ${receivedTokens}::bigint[]) as asked (id, received)
    ), open as materialized (
      select id from ai_call where id in (select id from asked) order by id for update
    ), renewed as (
      update ai_call c set received_tokens = asked.received,
        leased_until = now() + ${leaseMs} * interval '1 millisecond'
      from asked join open using (id) where c.id = asked.id
      returning c.id
    )
    select id from unnest(${ids}::uuid[]) as asked (id) where id not in (select id from renewed)`.execute(
    db.writes,
  );
  return rows.map((row) => row.id);
}

/** Returns the open calls that a thrown switch stops. */
export async function findStoppedCalls(db: PlatformDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ai_call c
      cross join ai_platform platform
      left join ai_provider provider on provider.key = c.provider_key
      left join ai_policy policy on policy.organization_id = c.organization_id
      left join ai_person_limit person
        on person.organization_id = c.organization_id and person.person_id = c.person_id
    where c.id = any(${ids}::uuid[])
      and num_nonnulls(platform.stopped_at, provider.stopped_at, policy.stopped_at, person.stopped_at) > 0`.execute(
    db.reads,
  );
  return rows.map((row) => row.id);
}

/** A call whose lease has expired. */
export type OrphanedCall = {
  organizationId: string;
  id: string;
  timeZone: string;
  inputTokens: number;
  receivedTokens: number;
  audioSeconds: number;
  price: Price | null;
};

/** Returns calls with an expired lease, oldest first. */
export async function findOrphanedCalls(db: PlatformDb, limit: number): Promise<OrphanedCall[]> {
  const rows = await db.reads
    .selectFrom("ai_call as c")
    .innerJoin("organization as o", "o.organization_id", "c.organization_id")
    .leftJoin("ai_price as p", "p.id", "c.price_id")
    .select(["c.organization_id", "c.id", "o.time_zone", "c.input_tokens", "c.received_tokens"])
    .select(["c.audio_seconds", "p.id as price_id", "p.currency", "p.input_micro", "p.output_micro"])
    .select(["p.cached_micro", "p.reasoning_micro", "p.audio_hour_micro", "p.uplift_basis_points"])
    .where("c.leased_until", "<", sql<Date>`now()`)
    .orderBy("c.leased_until")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    organizationId: row.organization_id,
    id: row.id,
    timeZone: row.time_zone,
    inputTokens: Number(row.input_tokens),
    receivedTokens: Number(row.received_tokens),
    audioSeconds: Number(row.audio_seconds),
    price:
      row.price_id === null
        ? null
        : {
            id: row.price_id,
            currency: row.currency ?? "",
            inputMicro: BigInt(row.input_micro ?? 0),
            outputMicro: BigInt(row.output_micro ?? 0),
            cachedMicro: BigInt(row.cached_micro ?? 0),
            reasoningMicro: BigInt(row.reasoning_micro ?? 0),
            audioHourMicro: BigInt(row.audio_hour_micro ?? 0),
            upliftBasisPoints: row.uplift_basis_points ?? 0,
          },
  }));
}
