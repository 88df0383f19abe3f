import * as fc from "fast-check";
import { expect, it } from "vitest";
import { budgetTokens, costOf, type Price } from "./cost.ts";

const price: Price = {
  id: "00000000-0000-7000-8000-000000000001",
  currency: "EUR",
  inputMicro: 2_000_000n,
  outputMicro: 6_000_000n,
  cachedMicro: 500_000n,
  reasoningMicro: 9_000_000n,
  audioHourMicro: 120_000n,
  upliftBasisPoints: 0,
};
const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, audioSeconds: 0 };

it("see R7x-09 each unit has its price, in millionths of the currency", () => {
  expect(costOf({ ...usage, inputTokens: 1_000 }, price)).toBe(2_000n);
  expect(costOf({ ...usage, inputTokens: 1_000, cachedTokens: 400 }, price)).toBe(1_400n);
  expect(costOf({ ...usage, outputTokens: 500 }, price)).toBe(3_000n);
  expect(costOf({ ...usage, outputTokens: 500, reasoningTokens: 200 }, price)).toBe(3_600n);
  // 0.002 of the currency per minute.
  expect(costOf({ ...usage, audioSeconds: 60 }, price)).toBe(2_000n);
  expect(costOf({ ...usage, inputTokens: 1_000 }, { ...price, upliftBasisPoints: 1_000 })).toBe(2_200n);
});

it("see R7x-09 the cost is rounded once, half up", () => {
  const cheap = { ...price, inputMicro: 500_000n, outputMicro: 500_000n };
  expect(costOf({ ...usage, inputTokens: 1 }, cheap)).toBe(1n);
  expect(costOf({ ...usage, inputTokens: 1, outputTokens: 1 }, cheap)).toBe(1n);
  expect(costOf({ ...usage, inputTokens: 1 }, { ...cheap, inputMicro: 499_999n })).toBe(0n);
});

it("see R7x-09 the cost never decreases with more usage, and the sum of the parts differs from the whole only by rounding", () => {
  const amount = fc.integer({ min: 0, max: 5_000_000 });
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.integer({ min: 0, max: 10_000 }),
      (input, output, audioSeconds, surcharge) => {
        const expensive = { ...price, upliftBasisPoints: surcharge };
        const totalCost = costOf(
          { ...usage, inputTokens: input, outputTokens: output, audioSeconds },
          expensive,
        );
        const parts =
          costOf({ ...usage, inputTokens: input }, expensive) +
          costOf({ ...usage, outputTokens: output }, expensive) +
          costOf({ ...usage, audioSeconds }, expensive);
        expect(totalCost >= costOf({ ...usage, inputTokens: input }, expensive)).toBe(true);
        expect(Math.abs(Number(totalCost - parts))).toBeLessThanOrEqual(2);
      },
    ),
  );
});

it("see R7b-08 dictation counts against a token limit as well", () => {
  expect(budgetTokens({ ...usage, inputTokens: 7, outputTokens: 5, cachedTokens: 3 })).toBe(12);
  expect(budgetTokens({ ...usage, audioSeconds: 60 })).toBe(600);
  expect(budgetTokens({ ...usage, audioSeconds: 60, inputTokens: 700, outputTokens: 200 })).toBe(900);
});
