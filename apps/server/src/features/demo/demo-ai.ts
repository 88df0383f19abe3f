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
const priced = (price: DemoPrice) => ({ EUR: price, CHF: inFrancs(price) });

export const demoModels: readonly DemoModel[] = [
  { model: "demo-standard", kind: "chat", maxOutputTokens: 4_096, prices: priced(chat) },
  { model: "demo-denkend", kind: "chat", maxOutputTokens: 4_096, prices: priced(thinking) },
  { model: "demo-diktat", kind: "audio", maxOutputTokens: 4_096, prices: priced(dictation) },
];

/** Monthly limits of the first demo organization, in tokens and millionths of its currency. */
export const demoLimits = {
  tokens: 2_000_000,
  micro: 40_000_000,
  personTokens: 800_000,
  personMicro: 15_000_000,
} as const;

/** Number of past days with fictitious usage. */
export const demoUsageDays = 45;

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

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** In UTC; morning in the time zones of all demo organizations. */
const opensAtMs = 7 * 60 * minuteMs;
const betweenMs = 37 * minuteMs;

/**
 * Returns the fictitious usage of one member on the working days before `now`. Deterministic: the same days give the
 * same usage at every start.
 *
 * @param person their position among the members who use the AI; later ones use it less
 */
export function demoUses(person: number, now: Date): DemoUse[] {
  const today = Math.floor(now.getTime() / dayMs);
  const uses: DemoUse[] = [];
  for (let day = today - demoUsageDays; day <= today; day += 1) {
    const weekday = new Date(day * dayMs).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const count = ((day * 7 + person * 3) % 5) + (person < 2 ? 1 : -1);
    for (let index = 0; index < count; index += 1) {
      const at = new Date(day * dayMs + opensAtMs + index * betweenMs + (person + 1) * 3 * minuteMs);
      if (at < now) uses.push(callOf(day * 31 + person * 17 + index * 7, at));
    }
  }
  return uses;
}

function callOf(seed: number, at: Date): DemoUse {
  const model = demoModels[seed % 7 === 3 ? 1 : seed % 5 === 1 ? 2 : 0] as DemoModel;
  const isAborted = seed % 19 === 4;
  const end = { model, at, outcome: isAborted ? "aborted" : "done", isEstimated: isAborted } as const;
  if (model.kind === "audio") {
    const audioSeconds = 25 + ((seed * 13) % 190);
    return {
      ...end,
      audioSeconds,
      durationMs: audioSeconds * 40,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
    };
  }
  const outputTokens = 120 + ((seed * 29) % 520);
  const inputTokens = 280 + ((seed * 53) % 1_400);
  return {
    ...end,
    inputTokens,
    outputTokens,
    cachedTokens: inputTokens >= 1_024 ? 512 : 0,
    reasoningTokens: model.model === "demo-denkend" ? 64 : 0,
    audioSeconds: 0,
    durationMs: outputTokens * 22,
  };
}
