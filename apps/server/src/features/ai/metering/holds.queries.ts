import { idempotencyKeyMs } from "@praxisportal/contract/limits";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { PreparedQuery } from "../../../platform/db/prepared.ts";
import { type RepeatableCall, RepeatedCallError } from "../../../platform/idempotency/idempotency.ts";

/** Reasons why nothing can be held: AI is stopped, or too little is left. */
export const holdRefusals = [
  "platform_stopped",
  "provider_stopped",
  "organization_stopped",
  "person_stopped",
  "platform_limit",
  "organization_limit",
  "person_limit",
  // A cost limit applies, and the model has no price.
  "unpriced",
] as const;
export type HoldRefusal = (typeof holdRefusals)[number];

/** SQLSTATE that ai_reserve raises for a refusal. */
const refusedState = "AI001";

/** A call about to be made, with the most it may use. */
export type Hold = {
  id: string;
  personId: string;
  /** Token of the calling application, or null for a user in the portal. */
  tokenId: string | null;
  provider: string;
  model: string;
  kind: "chat" | "audio";
  /** First day of the month it counts toward, `YYYY-MM-DD`. */
  period: string;
  tokens: number;
  costMicros: bigint;
  /** Part of `tokens` that is spent even if no response arrives. */
  inputTokens: number;
  audioSeconds: number;
  priceId: string | null;
  currency: string;
};

/** Outcome and usage of a call. */
export type Settlement = {
  id: string;
  outcome: "done" | "aborted" | "failed" | "lost";
  /** Day in the organization's time zone, `YYYY-MM-DD`. */
  localDay: string;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioSeconds: number;
  /** Tokens that count against limits. */
  tokens: number;
  /** null if the model has no price. */
  costMicros: bigint | null;
  /** True if the provider did not report the usage, which was then estimated from what arrived. */
  isEstimated: boolean;
};

/** In ms. No other process settles a call within this time after its last renewal. */
export const leaseMs = 45_000;

/** Settlements and holds of one transaction. */
export type Entries = { ends: readonly Settlement[]; holds: readonly Hold[] };

/** Result of {@link book}. */
export type Booked = {
  /** For each settlement, whether it was booked by this call. It is false if it was booked before. */
  isBooked: boolean[];
  /** Waits until the settlements are on disk. */
  flush: () => Promise<void>;
};

/**
 * Replaces holds by the actual usage of calls, and holds the maximum of new ones, in one transaction. Does not wait
 * for the disk, so that the rows of the organization are free for the next transaction.
 *
 * Throws and changes nothing when any of them cannot be booked or held.
 */
export async function book(db: OrganizationDb, { ends, holds }: Entries): Promise<Booked> {
  const { organizationId } = db;
  const settling = ends.length === 0 ? [] : [settleStatement(organizationId, ends)];
  const holding = holds.length === 0 ? [] : [reserveStatement(organizationId, holds)];
  const { rows, flush } = await db.changeAll<{ id: string }[]>(() => [...settling, ...holding]);
  const bookedIds = new Set(rows[0]?.map(({ id }) => id));
  // Idempotent: settling the same call twice in one batch books it once.
  return { isBooked: ends.map(({ id }) => bookedIds.delete(id)), flush };
}

const reserving = "select ai_reserve($1, $2, $3 * interval '1 millisecond')";

function reserveStatement(organizationId: string, holds: readonly Hold[]): PreparedQuery<never> {
  return new PreparedQuery(reserving, "ai-reserve", [organizationId, asCalls(holds), leaseMs]);
}

function settleStatement(organizationId: string, ends: readonly Settlement[]): PreparedQuery<{ id: string }> {
  const values = [organizationId, asEvents(ends)];
  return new PreparedQuery("select id from ai_settle($1, $2) as settled (id)", "ai-settle", values);
}

/**
 * Books a call whose hold is gone, or whose settlement may be lost, and waits until that is on disk. Returns false when
 * the call has already been booked.
 */
export async function bookLost(db: OrganizationDb, hold: Hold, end: Settlement): Promise<boolean> {
  const values = [db.organizationId, asCalls([hold]), asEvents([end])];
  const rows = await db.change(
    () =>
      new PreparedQuery(
        "select id from ai_settle_lost($1, $2, $3) as settled (id)",
        "ai-settle-lost",
        values,
      ),
  );
  return rows.length > 0;
}

/** Returns why a call was not held. Rethrows any other error. */
export function refusalOf(error: unknown): HoldRefusal {
  const { code, message } = error as { code?: string; message: string };
  if (code === refusedState) return message as HoldRefusal;
  throw error;
}

/**
 * Holds a call and saves its idempotency key, both or neither, and durably before anything is sent. A concurrent call
 * with the same key waits for the first one's row and then finds it.
 *
 * Errors: {@link RepeatedCallError} when the key was used before.
 */
export async function reserveOnce(
  db: OrganizationDb,
  hold: Hold,
  call: RepeatableCall,
): Promise<HoldRefusal | null> {
  try {
    const rows = await db.change(
      () =>
        new PreparedQuery(
          `with kept as (
            insert into idempotency_key as k (person_id, key, request_hash, status, organization_id, created_id)
            values ($4, $5, $6, $7, $1, $8)
            on conflict (person_id, key) do update set request_hash = excluded.request_hash, status = excluded.status,
              organization_id = excluded.organization_id, created_id = excluded.created_id, created_at = now()
              where k.created_at < now() - $9 * interval '1 millisecond'
            returning key
          ) ${reserving} from kept`,
          "ai-reserve-once",
          [
            db.organizationId,
            asCalls([hold]),
            leaseMs,
            call.personId,
            call.key,
            call.requestHash,
            call.status,
            hold.id,
            idempotencyKeyMs,
          ],
        ),
    );
    if (rows.length === 0) throw new RepeatedCallError();
    call.isSaved = true;
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** Serializes rows of `ai_call` as JSON. */
function asCalls(holds: readonly Hold[]): string {
  return JSON.stringify(
    holds.map((hold) => ({
      id: hold.id,
      person_id: hold.personId,
      token_id: hold.tokenId,
      provider_key: hold.provider,
      model: hold.model,
      kind: hold.kind,
      period: hold.period,
      hold_tokens: hold.tokens,
      hold_micro: String(hold.costMicros),
      input_tokens: hold.inputTokens,
      audio_seconds: hold.audioSeconds,
      price_id: hold.priceId,
      currency: hold.currency,
    })),
  );
}

/** Serializes rows of `ai_usage_event` as JSON. */
function asEvents(ends: readonly Settlement[]): string {
  return JSON.stringify(
    ends.map((end) => ({
      id: end.id,
      outcome: end.outcome,
      local_day: end.localDay,
      budget_tokens: end.tokens,
      input_tokens: end.inputTokens,
      output_tokens: end.outputTokens,
      cached_tokens: end.cachedTokens,
      reasoning_tokens: end.reasoningTokens,
      audio_seconds: end.audioSeconds,
      cost_micro: end.costMicros === null ? null : String(end.costMicros),
      is_estimated: end.isEstimated,
    })),
  );
}
