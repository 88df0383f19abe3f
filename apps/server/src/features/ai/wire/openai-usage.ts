import { countOf, objectOf } from "./json.ts";
import type { Usage } from "./wire.ts";

/**
 * Reads the `usage` of an OpenAI-like response or event. Null when it is missing or null, when it lacks one of the
 * two numbers that cost money, or when it reports no input, as some servers do before the last event. The usage must
 * then be estimated, never taken as 0.
 *
 * Some servers count reasoning in addition to the output. `total_tokens` is then greater by exactly that amount.
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
  const isAdditional =
    reasoning > 0 && countOf(usage["total_tokens"]) === inputTokens + outputTokens + reasoning;
  const totalOutput = isAdditional ? outputTokens + reasoning : outputTokens;
  return {
    inputTokens,
    outputTokens: totalOutput,
    // A part must not exceed the whole, or the rest would have a negative price.
    cachedTokens: Math.min(cached, inputTokens),
    reasoningTokens: Math.min(reasoning, totalOutput),
    audioSeconds: countOf(usage["prompt_audio_seconds"]) ?? 0,
  };
}
