import type { AiModel, AiProvider } from "@praxisportal/contract/ai/providers.schema";
import { describe, expect, it } from "vitest";
import { choicesOf, selectedChoice, visibleFaults } from "./usable-models.ts";

type Missing = NonNullable<AiProvider["organization"]>["missing"];

const provider = (key: string, missing: Missing = []) =>
  ({
    key,
    name: key.toUpperCase(),
    organization: { approval: null, missing, stopped: null, usable: missing.length === 0 },
  }) as unknown as AiProvider;
const model = (name: string, overrides: Partial<AiModel> = {}) =>
  ({
    model: name,
    kind: "chat",
    enabled: true,
    prices: [],
    organization: { missing: [], stopped: null, usable: true },
    ...overrides,
  }) as unknown as AiModel;
const withOutputPrice = (outputMicro: number) =>
  ({ prices: [{ outputMicro }] }) as unknown as Partial<AiModel>;
const refused = {
  organization: { missing: ["modelNotApproved"], stopped: null, usable: false },
} as Partial<AiModel>;

describe("choicesOf", () => {
  it("separates chat models, audio models and unusable models", () => {
    const models = [
      model("eins"),
      model("ton", { kind: "audio" }),
      model("fremd", refused),
      model("aus", { enabled: false }),
    ];
    const { chat, audio, unusable } = choicesOf([
      provider("aus", ["disabled", "keyMissing"]),
      { ...provider("a"), models },
      provider("b", ["secrecyMissing"]),
    ]);
    expect(chat.map((choice) => choice.model)).toEqual(["eins"]);
    expect(audio.map((choice) => choice.model)).toEqual(["ton"]);
    // Providers that the platform does not offer come last, without further faults.
    expect(unusable.map((entry) => [entry.provider, entry.model, visibleFaults(entry)])).toEqual([
      ["a", "fremd", ["modelNotApproved"]],
      ["b", null, ["secrecyMissing"]],
      ["aus", null, ["disabled"]],
    ]);
  });
});

describe("selectedChoice", () => {
  const models = [
    model("ohne Preis"),
    model("teuer", withOutputPrice(9)),
    model("günstig", withOutputPrice(2)),
  ];
  const { chat } = choicesOf([{ ...provider("a"), models }]);

  it("is the requested model if usable, otherwise the cheapest chat model", () => {
    expect(selectedChoice(chat, { provider: "a", model: "teuer" })?.model).toBe("teuer");
    expect(selectedChoice(chat, { provider: "a", model: "weg" })?.model).toBe("günstig");
    expect(selectedChoice(chat, null)?.model).toBe("günstig");
    expect(selectedChoice([], null)).toBeNull();
  });
});
