import type { AiModelKind } from "@praxisportal/contract/ai/providers.schema";

/** The demo provider. It responds with fixed sentences; no model runs behind it. */
export const demoProvider = { key: "demo", name: "Demonstration (keine echte KI)" } as const;

/** Fictitious prices in millionths of the currency, per million tokens or per hour of audio. */
type DemoPrice = { input: number; output: number; cached: number; audioHour: number };
export type DemoModel = {
  model: string;
  kind: AiModelKind;
  maxOutputTokens: number;
  prices: Readonly<Record<"EUR" | "CHF", DemoPrice>>;
};

const chat = { input: 2_500_000, output: 10_000_000, cached: 1_250_000, audioHour: 0 };
const thinking = { input: 4_000_000, output: 16_000_000, cached: 2_000_000, audioHour: 0 };
const dictation = { input: 0, output: 0, cached: 0, audioHour: 360_000 };
const inFrancs = (price: DemoPrice): DemoPrice => ({
  input: price.input * 0.95,
  output: price.output * 0.95,
  cached: price.cached * 0.95,
  audioHour: price.audioHour * 0.95,
});
const pricesOf = (price: DemoPrice) => ({ EUR: price, CHF: inFrancs(price) });

export const demoModels: readonly DemoModel[] = [
  { model: "demo-standard", kind: "chat", maxOutputTokens: 4_096, prices: pricesOf(chat) },
  { model: "demo-denkend", kind: "chat", maxOutputTokens: 4_096, prices: pricesOf(thinking) },
  { model: "demo-diktat", kind: "audio", maxOutputTokens: 4_096, prices: pricesOf(dictation) },
];

/** Monthly limits of the first demo organization, in tokens and millionths of its currency. */
export const demoLimits = {
  tokens: 2_000_000,
  micros: 40_000_000,
  personTokens: 800_000,
  personMicros: 15_000_000,
} as const;

/** A fictitious call. */
export type DemoUse = {
  model: DemoModel;
  at: Date;
  outcome: "done" | "aborted";
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioSeconds: number;
  isEstimated: boolean;
  durationMs: number;
};
