import { currencies } from "@praxisportal/contract/organizations/organization-settings.schema";
import { describe, expect, it } from "vitest";
import { aiCurrencies } from "./ai-currencies.ts";
import { formatAmount, parseAmount, formatTypedAmount } from "./amounts.ts";
import { draftOf, priceOf } from "./price-draft.ts";
import { model } from "../testing/ai-test-server.tsx";

const empty = {
  inputMicro: "",
  outputMicro: "",
  cachedMicro: "",
  reasoningMicro: "",
  audioHourMicro: "",
  uplift: "",
};

describe("amounts", () => {
  it("see R7x-09 are in the currencies of organizations", () => {
    expect(aiCurrencies).toEqual(currencies);
  });

  it.each([
    ["0,15", 150_000],
    ["0.15", 150_000],
    [" 12 ", 12_000_000],
    ["0,000001", 1],
    ["1000000", 1_000_000_000_000],
    ["", null],
    ["1000001", undefined],
    ["1.000,50", undefined],
    ["0,0000001", undefined],
    ["-1", undefined],
    ["1e3", undefined],
    ["zehn", undefined],
  ])("see R7x-09 %j is %s millionths", (text, micros) => {
    expect(parseAmount(text)).toBe(micros);
  });

  it("see R7x-09 are formatted with all their decimals, and parsed from that format", () => {
    expect(formatAmount(46, "CHF", "de-CH")).toContain("0.000046");
    expect(formatAmount(2_500_000, "EUR", "de-DE")).toMatch(/^2,50/);
    for (const micros of [1, 150_000, 2_375_000, 1_000_000_000]) {
      expect(parseAmount(formatTypedAmount(micros, "de-DE"))).toBe(micros);
    }
  });
});

describe("a typed price", () => {
  it("see R7a-10 round-trips an unchanged price", () => {
    const { price } = priceOf(draftOf(model, "EUR", "de-DE"), "chat");
    expect(price).toEqual({
      inputMicro: 2_500_000,
      outputMicro: 10_000_000,
      cachedMicro: 1_250_000,
      reasoningMicro: 10_000_000,
      upliftBasisPoints: 1_000,
    });
    expect(draftOf(model, "CHF", "de-DE")).toEqual(empty);
  });

  it("see R7a-10 requires input and output prices for a language model, and the price per hour for dictation", () => {
    expect(priceOf(empty, "chat").faults).toEqual({ inputMicro: "empty", outputMicro: "empty" });
    expect(priceOf(empty, "audio").faults).toEqual({ audioHourMicro: "empty" });
    expect(priceOf({ ...empty, audioHourMicro: "0,36" }, "audio").price).toEqual({
      inputMicro: 0,
      outputMicro: 0,
      audioHourMicro: 360_000,
    });
  });

  it.each([
    ["12,5", 1_250],
    ["0,01", 1],
    ["1000", 100_000],
  ])("see R7a-10 a markup of %s percent is %d basis points", (uplift, upliftBasisPoints) => {
    const { price } = priceOf({ ...empty, inputMicro: "1", outputMicro: "1", uplift }, "chat");
    expect(price).toMatchObject({ upliftBasisPoints });
  });

  it.each(["0,005", "1000,01", "viel"])("see R7a-10 rejects a markup of %s percent", (uplift) => {
    expect(priceOf({ ...empty, inputMicro: "1", outputMicro: "1", uplift }, "chat").faults).toEqual({
      uplift: "amount",
    });
  });
});
