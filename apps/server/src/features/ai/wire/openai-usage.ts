import { countOf, objectOf } from "./json.ts";
import type { Usage } from "./wire.ts";

/**
 * The `usage` of an OpenAI-like answer or event. Null when it is missing, null, or lacks one of the two numbers that
 * cost money, and when it says that there was no input, as some servers do in the events before the last: then the
 * usage has to be estimated, never taken as 0.
 *
 * Some servers count reasoning beside the answer. That shows in `total_tokens`, which then is greater by exactly that.
 */
export function readOpenaiUsage(value: unknown): Usage | null {
  const usage = objectOf(value);
  const inputTokens = countOf(usage?.["prompt_tokens"]);
  const outputTokens = countOf(usage?.["completion_tokens"]);
  if (usage === undefined || !inputTokens || outputTokens === undefined) return null;
  const inputDetails = objectOf(usage["prompt_tokens_details"]);
  const outputDetails = objectOf(usage["completion_tokens_details"]);
  const cached =
    countOf(inputDetails?.["cached_tokens"]) ??
    countOf(usage["num_cached_tokens"]) ??
    countOf(usage["cached_tokens"]) ??
    0;
  const reasoning = countOf(outputDetails?.["reasoning_tokens"]) ?? countOf(usage["reasoning_tokens"]) ?? 0;
  const isBeside = reasoning > 0 && countOf(usage["total_tokens"]) === inputTokens + outputTokens + reasoning;
  const allOutput = isBeside ? outputTokens + reasoning : outputTokens;
  return {
    inputTokens,
    outputTokens: allOutput,
    // A part is never more than the whole, or the rest would be charged at less than nothing.
    cachedTokens: Math.min(cached, inputTokens),
    reasoningTokens: Math.min(reasoning, allOutput),
    audioSeconds: countOf(usage["prompt_audio_seconds"]) ?? 0,
  };
}
