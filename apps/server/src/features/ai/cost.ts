import { audioTokensPerSecond } from "@praxisportal/contract/limits";
import type { Usage } from "./wire/wire.ts";

/** A price as it stands in the table: millionths of the currency per million tokens, and per hour of audio. */
export type Price = {
  readonly id: string;
  readonly currency: string;
  readonly inputMicro: bigint;
  readonly outputMicro: bigint;
  readonly cachedMicro: bigint;
  readonly reasoningMicro: bigint;
  readonly audioHourMicro: bigint;
  /** What the region costs on top, in hundredths of a per cent. */
  readonly upliftBasisPoints: number;
};

const tokensPerPrice = 1_000_000n;
const secondsPerHour = 3_600n;
const wholeBasisPoints = 10_000n;

/**
 * Cost of a call in millionths of the currency. Everything is added up exactly and rounded once, half up: rounding
 * each part would make a thousand small calls differ from their sum.
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
  const whole = tokensPerPrice * secondsPerHour * wholeBasisPoints;
  const exact = (tokens * secondsPerHour + audio * tokensPerPrice) * factor;
  return (exact + whole / 2n) / whole;
}

/** What counts against a limit of tokens. A recording counts once, also where a provider tells tokens and seconds. */
export function budgetTokens(usage: Usage): number {
  return Math.max(usage.inputTokens + usage.outputTokens, usage.audioSeconds * audioTokensPerSecond);
}
