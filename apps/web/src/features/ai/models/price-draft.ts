import type { AiModelKind, NewAiPrice } from "@praxisportal/contract/ai/providers.schema";
import type { AiModel } from "../ai.api.ts";
import { parseAmount, formatTypedAmount } from "./amounts.ts";

/** Amounts of a price in input order. Fields outside `requiredFields` are optional. */
export const priceFields = {
  chat: ["inputMicro", "outputMicro", "cachedMicro", "reasoningMicro"],
  audio: ["audioHourMicro", "inputMicro", "outputMicro"],
} as const satisfies Record<AiModelKind, readonly (keyof NewAiPrice)[]>;
export type PriceField = (typeof priceFields)[AiModelKind][number];

/** Required fields. The other fields have fallbacks. */
export const requiredFields: Record<AiModelKind, readonly PriceField[]> = {
  chat: ["inputMicro", "outputMicro"],
  audio: ["audioHourMicro"],
};

export type PriceDraft = Readonly<Record<PriceField | "uplift", string>>;

const percentBasis = 100;
const maxMarkup = 100_000;

/** Returns the current price as editable text. */
export function draftOf({ prices }: AiModel, currency: string, locale: string): PriceDraft {
  const price = prices.find((candidate) => candidate.currency === currency);
  const inputText = (micros: number | undefined) =>
    micros === undefined ? "" : formatTypedAmount(micros, locale);
  return {
    inputMicro: inputText(price?.inputMicro),
    outputMicro: inputText(price?.outputMicro),
    cachedMicro: inputText(price?.cachedMicro),
    reasoningMicro: inputText(price?.reasoningMicro),
    audioHourMicro: inputText(price?.audioHourMicro),
    uplift:
      price === undefined || price.upliftBasisPoints === 0
        ? ""
        : formatMarkup(price.upliftBasisPoints, locale),
  };
}

function formatMarkup(basisPoints: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false }).format(basisPoints / percentBasis);
}

/** Parses a draft. Returns the price, or the fields that are missing or invalid. */
export function priceOf(
  draft: PriceDraft,
  kind: AiModelKind,
):
  | { price: NewAiPrice; faults: null }
  | { price: null; faults: Partial<Record<PriceField | "uplift", "empty" | "amount">> } {
  const faults: Partial<Record<PriceField | "uplift", "empty" | "amount">> = {};
  const price: { -readonly [Name in keyof NewAiPrice]: NewAiPrice[Name] } = { inputMicro: 0, outputMicro: 0 };
  for (const field of priceFields[kind]) {
    const micros = parseAmount(draft[field]);
    if (micros === undefined) faults[field] = "amount";
    else if (micros === null && requiredFields[kind].includes(field)) faults[field] = "empty";
    else if (micros !== null) price[field] = micros;
  }
  // A percentage with two decimals is a whole number of basis points.
  const uplift = parseAmount(draft.uplift);
  const basisPoints = uplift === undefined || uplift === null ? 0 : (uplift / 1_000_000) * percentBasis;
  if (
    uplift === undefined ||
    basisPoints > maxMarkup ||
    Math.round(basisPoints) !== Number(basisPoints.toFixed(6))
  ) {
    faults.uplift = "amount";
  } else if (basisPoints > 0) price.upliftBasisPoints = Math.round(basisPoints);
  return Object.keys(faults).length > 0 ? { price: null, faults } : { price, faults: null };
}
