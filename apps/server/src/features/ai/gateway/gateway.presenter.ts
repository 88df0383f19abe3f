import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import type { MeteredCallResult } from "../calls/metered-call.ts";
import type { BookedRow } from "./original-call.queries.ts";

/** Returns the usage and cost of a call. The amounts stay far below the exact range of a number. */
export function presentBill(end: MeteredCallResult, requested: { provider: string; model: string }): AiBill {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens, audioSeconds } = end.usage;
  return {
    callId: end.callId,
    provider: requested.provider,
    model: requested.model,
    inputTokens,
    outputTokens,
    cachedTokens,
    reasoningTokens,
    audioSeconds,
    costMicros: end.costMicros === null ? null : Number(end.costMicros),
    currency: end.currency as AiBill["currency"],
    estimated: end.isEstimated,
  };
}

/** Returns the usage and cost of a call booked earlier. */
export function presentBooked(callId: string, row: BookedRow): AiBill {
  return {
    callId,
    provider: row.provider_key,
    model: row.model,
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    cachedTokens: Number(row.cached_tokens),
    reasoningTokens: Number(row.reasoning_tokens),
    audioSeconds: Number(row.audio_seconds),
    costMicros: row.cost_micro === null ? null : Number(row.cost_micro),
    currency: row.currency as AiBill["currency"],
    estimated: row.is_estimated,
  };
}
