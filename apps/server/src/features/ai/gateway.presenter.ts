import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import type { PaidEnd } from "./paid-call.ts";

/** What a call used and cost. Amounts stay far below what a number holds exactly. */
export function presentBill(end: PaidEnd, asked: { provider: string; model: string }): AiBill {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens, audioSeconds } = end.usage;
  return {
    callId: end.callId,
    provider: asked.provider,
    model: asked.model,
    inputTokens,
    outputTokens,
    cachedTokens,
    reasoningTokens,
    audioSeconds,
    costMicros: end.costMicro === null ? null : Number(end.costMicro),
    currency: end.currency,
    estimated: end.isEstimated,
  };
}
