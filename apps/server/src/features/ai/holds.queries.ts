import { idempotencyKeyMs } from "@praxisportal/contract/limits";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { PreparedQuery } from "../../platform/db/prepared.ts";
import { type RepeatableCall, RepeatedCallError } from "../../platform/idempotency/idempotency.ts";

/** Why nothing could be held: a switch was thrown, or too little is free. */
export const holdRefusals = [
  "platform_stopped",
  "provider_stopped",
  "practice_stopped",
  "person_stopped",
  "platform_limit",
  "practice_limit",
  "person_limit",
  // Money is limited, and nobody knows what the call costs.
  "unpriced",
] as const;
export type HoldRefusal = (typeof holdRefusals)[number];

/** SQLSTATE with which the function refuses. */
const refusedState = "AI001";

/** A call that is about to be made, with what it may use at most. */
export type Hold = {
  id: string;
  personId: string;
  /** Token of the application that asks; null for a person at a page. */
  tokenId: string | null;
  provider: string;
  model: string;
  kind: "chat" | "audio";
  /** First day of the month it counts to, `YYYY-MM-DD`. */
  period: string;
  tokens: number;
  costMicro: bigint;
  /** Part of `tokens` that is spent even if nothing comes back. */
  inputTokens: number;
  audioSeconds: number;
  priceId: string | null;
  currency: string;
};

/** How a call ended and what it used. */
export type Settlement = {
  id: string;
  outcome: "done" | "aborted" | "failed" | "lost";
  /** Day of the practice, `YYYY-MM-DD`. */
  localDay: string;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioSeconds: number;
  /** What counts against limits of tokens. */
  tokens: number;
  /** null: the model has no price. */
  costMicro: bigint | null;
  /** The provider did not say it; it was counted from what arrived. */
  isEstimated: boolean;
};

/** Nobody else settles a call for so long after its last renewal. */
export const leaseMs = 45_000;

/** What is booked together. */
export type Entries = { ends: readonly Settlement[]; holds: readonly Hold[] };

/**
 * Books what calls used in place of what they held, and holds what others may use at most, in one transaction. Does not
 * wait for the disk: a hold that a crash of the database takes back belonged to a call that died with it.
 *
 * Answers of each settlement whether it was booked: not when somebody had booked it before.
 *
 * Errors: when one of them cannot be booked or held; nothing is changed then.
 */
export async function book(db: OrganizationDb, { ends, holds }: Entries): Promise<boolean[]> {
  const { organizationId } = db;
  const settling = ends.length === 0 ? [] : [settleStatement(organizationId, ends)];
  const holding = holds.length === 0 ? [] : [reserveStatement(organizationId, holds)];
  const [settled = []] = await db.changeAll<{ id: string }[]>(() => [...settling, ...holding]);
  const booked = new Set(settled.map(({ id }) => id));
  // Whoever settles one twice at once has booked it once.
  return ends.map(({ id }) => booked.delete(id));
}

const reserving = "select ai_reserve($1, $2, $3 * interval '1 millisecond')";

function reserveStatement(organizationId: string, holds: readonly Hold[]): PreparedQuery<never> {
  return new PreparedQuery(reserving, "ai-reserve", [organizationId, asCalls(holds), leaseMs]);
}

function settleStatement(organizationId: string, ends: readonly Settlement[]): PreparedQuery<{ id: string }> {
  const values = [organizationId, asEvents(ends)];
  return new PreparedQuery("select id from ai_settle($1, $2) as settled (id)", "ai-settle", values);
}

/** Why a call was not held. Throws what has another reason. */
export function refusalOf(error: unknown): HoldRefusal {
  const { code, message } = error as { code?: string; message: string };
  if (code === refusedState) return message as HoldRefusal;
  throw error;
}

/**
 * Holds a call together with the key that its caller gave it, both or none of them; on the disk before anything is
 * sent. A call at the same moment with the same key waits for the first one's row and then finds it.
 *
 * Errors: {@link RepeatedCallError} when a call came with it before.
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
            insert into idempotency_key as k (person_id, key, request_hash, status, practice_id, created_id)
            values ($4, $5, $6, $7, $1, $8)
            on conflict (person_id, key) do update set request_hash = excluded.request_hash, status = excluded.status,
              practice_id = excluded.practice_id, created_id = excluded.created_id, created_at = now()
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
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** Rows of `ai_call` as JSON. */
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
      hold_micro: String(hold.costMicro),
      input_tokens: hold.inputTokens,
      audio_seconds: hold.audioSeconds,
      price_id: hold.priceId,
      currency: hold.currency,
    })),
  );
}

/** Rows of `ai_usage_event` as JSON. */
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
      cost_micro: end.costMicro === null ? null : String(end.costMicro),
      is_estimated: end.isEstimated,
    })),
  );
}
