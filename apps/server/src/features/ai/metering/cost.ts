import { audioTokensPerSecond } from "@praxisportal/contract/limits";
import type { Usage } from "../wire/wire.ts";

/** A stored price: millionths of the currency per million tokens, or per hour of audio. */
export type Price = {
  readonly id: string;
  readonly currency: string;
  readonly inputMicro: bigint;
  readonly outputMicro: bigint;
  readonly cachedMicro: bigint;
  readonly reasoningMicro: bigint;
  readonly audioHourMicro: bigint;
  /** Surcharge of the region, in hundredths of a percent. */
  readonly upliftBasisPoints: number;
};

const tokensPerPrice = 1_000_000n;
const secondsPerHour = 3_600n;
const wholeBasisPoints = 10_000n;

/**
 * Returns the cost of a call in millionths of the currency. Adds up exactly and rounds once, half up: rounding each
 * part would make a thousand small calls differ from their sum.
 */
export function costOf(usage: Usage, price: Price): bigint {
  const plainInput = BigInt(usage.inputTokens - usage.cachedTokens);
  const plainOutput = BigInt(usage.outputTokens - usage.reasoningTokens);
  const tokens =
    plainInput * price.inputMicro +
    BigInt(usage.cachedTokens) * price.cachedMicro +
    plainOutput * price.outputMicro +
    BigInt(usage.reasoningTokens) * price.reasoningMicro;
  const audio = BigInt(usage.audioSeconds) * price.audioHourMicro;
  const factor = wholeBasisPoints + BigInt(price.upliftBasisPoints);
  const divisor = tokensPerPrice * secondsPerHour * wholeBasisPoints;
  const exact = (tokens * secondsPerHour + audio * tokensPerPrice) * factor;
  return (exact + divisor / 2n) / divisor;
}

/** Returns the tokens that count against a limit. A recording counts once, even if tokens and seconds are reported. */
export function budgetTokens(usage: Usage): number {
  return Math.max(usage.inputTokens + usage.outputTokens, usage.audioSeconds * audioTokensPerSecond);
}
