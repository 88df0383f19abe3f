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
  /** How long nobody else settles it, in ms; renewed while the call runs. */
  leaseMs: number;
};

/**
 * Holds it in the rows of person, practice and platform at once; answers why not, or null. Does not wait for the disk:
 * a hold that a crash of the database takes back belonged to a call that died with it.
 *
 * With a key of the caller the key is kept with the hold, both or none of them, and is on the disk before anything is
 * sent. Errors: {@link RepeatedCallError} when a call came with it before.
 */
export async function reserve(
  db: OrganizationDb,
  hold: Hold,
  repeatable?: RepeatableCall,
): Promise<HoldRefusal | null> {
  try {
    if (repeatable === undefined) await db.change("hold", () => reserveStatement(db.organizationId, hold));
    else await reserveOnce(db, hold, repeatable);
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === refusedState) return message as HoldRefusal;
    throw error;
  }
}

const reserving =
  "select ai_reserve($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 * interval '1 millisecond')";

function reserveStatement(organizationId: string, hold: Hold): PreparedQuery<unknown> {
  return new PreparedQuery(reserving, "ai-reserve", valuesOf(organizationId, hold));
}

/** A call at the same moment with the same key waits for the first one's row and then finds it. */
async function reserveOnce(db: OrganizationDb, hold: Hold, call: RepeatableCall): Promise<void> {
  const rows = await db.change(
    "change",
    () =>
      new PreparedQuery(
        `with kept as (
          insert into idempotency_key as k (person_id, key, request_hash, status, practice_id, created_id)
          values ($16, $17, $18, $19, $2, $1)
          on conflict (person_id, key) do update set request_hash = excluded.request_hash, status = excluded.status,
            practice_id = excluded.practice_id, created_id = excluded.created_id, created_at = now()
            where k.created_at < now() - $20 * interval '1 millisecond'
          returning key
        ) ${reserving} from kept`,
        "ai-reserve-once",
        [
          ...valuesOf(db.organizationId, hold),
          call.personId,
          call.key,
          call.requestHash,
          call.status,
          idempotencyKeyMs,
        ],
      ),
  );
  if (rows.length === 0) throw new RepeatedCallError();
}

function valuesOf(organizationId: string, hold: Hold): readonly unknown[] {
  return [
    hold.id,
    organizationId,
    hold.personId,
    hold.tokenId,
    hold.provider,
    hold.model,
    hold.kind,
    hold.period,
    hold.tokens,
    hold.costMicro,
    hold.inputTokens,
    hold.audioSeconds,
    hold.priceId,
    hold.currency,
    hold.leaseMs,
  ];
}

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

/** Books what was used in place of what was held. False when somebody settled it before; nothing changes then. */
export async function settle(db: OrganizationDb, end: Settlement): Promise<boolean> {
  const [row] = await db.change("change", () => settleStatement(db.organizationId, end));
  return row?.settled ?? false;
}

function settleStatement(organizationId: string, end: Settlement): PreparedQuery<{ settled: boolean }> {
  return new PreparedQuery(
    "select ai_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as settled",
    "ai-settle",
    [
      end.id,
      organizationId,
      end.outcome,
      end.localDay,
      end.inputTokens,
      end.outputTokens,
      end.cachedTokens,
      end.reasoningTokens,
      end.audioSeconds,
      end.tokens,
      end.costMicro,
      end.isEstimated,
    ],
  );
}
