import type { OrganizationDb } from "../../platform/db/handles.ts";
import { PreparedQuery } from "../../platform/db/prepared.ts";

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
 */
export async function reserve(db: OrganizationDb, hold: Hold): Promise<HoldRefusal | null> {
  try {
    await db.change("hold", () => reserveStatement(db.organizationId, hold));
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === refusedState) return message as HoldRefusal;
    throw error;
  }
}

function reserveStatement(organizationId: string, hold: Hold): PreparedQuery<unknown> {
  return new PreparedQuery(
    `select ai_reserve($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 * interval '1 millisecond')`,
    "ai-reserve",
    [
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
    ],
  );
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
