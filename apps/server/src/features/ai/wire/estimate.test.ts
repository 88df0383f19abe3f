import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maxAudioSeconds,
  holdFor,
  estimateInputTokens,
  settledUsage,
  estimateTokens,
  maxTokensOf,
  tokensInChunks,
} from "./estimate.ts";
import { TokenCounter } from "./token-counter.ts";
import type { ChatInput } from "./wire.ts";

const german = [
  "Die Patientin stellt sich zur Verlaufskontrolle vor; sie ist beschwerdefrei.",
  "Z. n. Appendektomie 2019, RR 135/85 mmHg, SpO₂ 97 %, Temp. 37,2 °C.",
  "Überweisung zur Magnetresonanztomographie der Lendenwirbelsäule (dringend!).",
  "Straße, Größe, Übelkeit, Ödeme, Fußrücken – alles o. B.",
  "ß".repeat(40),
  "1234567890 ".repeat(5),
  "🦷🦷 und 👩‍⚕️",
  "\n\n\n   \t  \n",
  "",
];

describe("the upper bound for holds", () => {
  it("see R7b-08 is one token per byte, because each token covers at least one byte", () => {
    for (const text of german) expect(maxTokensOf(text)).toBe(new TextEncoder().encode(text).length);
  });

  it("see R7b-08 is never below the actual count of any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...german)), (text) => {
        expect(maxTokensOf(text)).toBeGreaterThanOrEqual(estimateTokens(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("see R7b-08 adds the framing of messages and the limit of the answer", () => {
    const input: ChatInput = { model: "m", prompt: "Grüße", maxTokens: 300, stream: false };
    expect(holdFor(input)).toEqual({ inputTokens: 7 + 8 + 128, outputTokens: 300 });
    const messages = [
      { role: "system", content: "Kurz." },
      { role: "user", content: "Grüße" },
    ] as const;
    expect(holdFor({ model: "m", messages, maxTokens: 1, stream: false }).inputTokens).toBe(5 + 7 + 16 + 128);
  });

  it("see R7b-08 assumes the lowest bitrate of speech for recordings", () => {
    expect(maxAudioSeconds(0)).toBe(0);
    expect(maxAudioSeconds(750)).toBe(1);
    expect(maxAudioSeconds(10_485_760)).toBe(13_982);
  });
});

describe("the estimate without reported usage", () => {
  it.each([
    ["", 0],
    ["Ja", 1],
    ["Ja.", 2],
    ["eine Frage", 2],
    ["Verlaufskontrolle", 4],
    ["Übelkeit", 2],
    ["1234567", 3],
    ["a  b", 3],
    ["a\n\nb", 3],
    ["RR 135/85 mmHg", 5],
    ["🦷", 1],
  ])("see R7b-08 of %j is %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("see R7b-08 does not depend on how the text is split", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...german));
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (whole, cuts) => {
        const counter = new TokenCounter();
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length].toSorted(
          (a, b) => a - b,
        );
        for (const [index, to] of places.slice(1).entries()) counter.add(whole.slice(places[index], to));
        expect(counter.tokens).toBe(estimateTokens(whole));
      }),
      { numRuns: 2000 },
    );
  });

  it("see R7b-08 is within the 1.4 to 2.2 tokens per word that models need for German prose", () => {
    const prose =
      "Die Patientin stellt sich zur Verlaufskontrolle vor und berichtet, dass die Beschwerden seit der letzten " +
      "Behandlung deutlich nachgelassen haben. Wir vereinbaren eine weitere Untersuchung in vier Wochen.";
    const perWord = estimateTokens(prose) / prose.split(" ").length;
    expect(perWord).toBeGreaterThan(1.4);
    expect(perWord).toBeLessThan(2.2);
  });
});

describe("an answer that was cut off", () => {
  /** Four texts as tokenized by two vocabularies; `[text, tokens]` where a character needs several tokens. */
  type Cut = readonly (string | readonly [string, number])[];
  const file = new URL("fixtures/german-tokens.json", import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, Cut>>;
  const cases = Object.entries(texts).flatMap(([name, cuts]) =>
    Object.entries(cuts).map(([vocabulary, cut]) => ({ name, vocabulary, cut })),
  );

  it.each(cases)("see R7b-08 $name in $vocabulary is counted exactly, wherever it ends", ({ cut }) => {
    const counter = new TokenCounter();
    const counts = cut.map((chunk, index) => {
      counter.add(typeof chunk === "string" ? chunk : chunk[0]);
      return tokensInChunks(index + 1, counter.tokens);
    });
    const tokens = cut.map((chunk) => (typeof chunk === "string" ? 1 : chunk[1]));
    const expected = tokens.map((_none, index) =>
      tokens.slice(0, index + 1).reduce((sum, count) => sum + count),
    );
    // The first words are too few for a reliable count.
    expect(counts.slice(40)).toEqual(expected.slice(40));
  });

  it.each(cases)(
    "see R7b-08 $name in $vocabulary is off by at most a quarter if three tokens arrive at once",
    ({ cut }) => {
      const counter = new TokenCounter();
      for (const chunk of cut) counter.add(typeof chunk === "string" ? chunk : chunk[0]);
      const tokens = tokensInChunks(Math.ceil(cut.length / 3), counter.tokens);
      expect(Math.abs(tokens / cut.length - 1)).toBeLessThan(0.25);
    },
  );
});

describe("the booked usage", () => {
  const input: ChatInput = { model: "m", prompt: "Eine Frage?", maxTokens: 50, stream: true };
  const reportedUsage = {
    inputTokens: 9,
    outputTokens: 20,
    cachedTokens: 3,
    reasoningTokens: 2,
    audioSeconds: 0,
  };

  it("see R7b-08 is that of the provider if it reported everything", () => {
    expect(settledUsage(input, reportedUsage, 0)).toEqual({ usage: reportedUsage, isEstimated: false });
  });

  it("see R7b-08 includes the output after the last report, up to the limit of the call", () => {
    expect(settledUsage(input, reportedUsage, 7)).toEqual({
      usage: { ...reportedUsage, outputTokens: 27 },
      isEstimated: true,
    });
    expect(settledUsage(input, reportedUsage, 70).usage.outputTokens).toBe(50);
    expect(settledUsage(input, { ...reportedUsage, outputTokens: 60 }, 70).usage.outputTokens).toBe(60);
  });

  it("see R7b-08 is estimated if nothing was reported, and never more than was held", () => {
    const { usage, isEstimated } = settledUsage(input, null, 70);
    expect(isEstimated).toBe(true);
    expect(usage.inputTokens).toBe(estimateInputTokens(input));
    expect(usage.inputTokens).toBeLessThanOrEqual(holdFor(input).inputTokens);
    expect(usage.outputTokens).toBe(50);
  });
});
