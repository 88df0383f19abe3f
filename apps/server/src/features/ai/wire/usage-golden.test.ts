import { describe, expect, it } from "vitest";
import { openaiChat } from "./openai-chat.ts";
import { anthropicMessages, readAnthropicUsage } from "./anthropic-messages.ts";
import errorBodies from "./fixtures/error-bodies.json" with { type: "json" };
import golden from "./fixtures/usage-golden.json" with { type: "json" };
import type { JsonObject } from "./json.ts";
import { readModelList } from "./model-list.ts";
import { readAudioUsage, readTranscription } from "./openai-audio.ts";
import { readOpenaiUsage } from "./openai-usage.ts";
import type { Usage } from "./wire.ts";

const readers: Readonly<Record<string, (payload: unknown) => Usage | null>> = {
  "openai-chat": readOpenaiUsage,
  "anthropic-messages": readAnthropicUsage,
  "openai-audio": (payload) => readAudioUsage(payload as JsonObject),
};

describe("the reference set of usages", () => {
  it("see R7x-09 contains every provider", () => {
    const names = golden.map(({ name }) => name).join(" ");
    for (const provider of [
      "OpenAI",
      "Azure",
      "Mistral",
      "IONOS",
      "STACKIT",
      "vLLM",
      "Ollama",
      "Anthropic",
    ]) {
      expect(names).toContain(provider);
    }
    expect(golden.length).toBeGreaterThanOrEqual(50);
  });

  it.each(golden.map((sample) => [sample.name, sample] as const))(
    "see R7x-09 %s",
    (_, { wire, payload, usage }) => {
      expect(readers[wire]?.(payload)).toEqual(usage);
    },
  );

  it("see R7x-09 yields whole numbers, and no part greater than the whole", () => {
    const usages = golden.flatMap(({ wire, payload }) => readers[wire]?.(payload) ?? []);
    expect(usages.length).toBeGreaterThanOrEqual(40);
    for (const used of usages) {
      expect(Object.values(used).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true);
      expect(used.cachedTokens).toBeLessThanOrEqual(used.inputTokens);
      expect(used.reasoningTokens).toBeLessThanOrEqual(used.outputTokens);
    }
  });
});

describe("a provider error", () => {
  it.each(errorBodies.map((sample) => [sample.name, sample] as const))(
    "see R7a-01 %s",
    (_, { status, body, kind }) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const expected = { error: { status, kind } };
      expect(openaiChat("openai").parseResponse(status, text)).toEqual(expected);
      expect(anthropicMessages.parseResponse(status, text)).toEqual(expected);
      expect(readTranscription(status, text)).toEqual(expected);
      expect(readModelList(status, text)).toEqual(expected);
      expect(openaiChat("openai").readError(status, text)).toEqual(expected.error);
    },
  );
});

describe("a list of models", () => {
  it("see R7a-01 contains each id once, in the provider's order", () => {
    const body = {
      object: "list",
      data: [{ id: "b" }, { id: "a", display_name: "A" }, { id: "b" }, {}, null],
    };
    expect(readModelList(200, JSON.stringify(body))).toEqual({ answer: ["b", "a"] });
  });

  it.each(["", "[]", '{"data":{}}', "{"])("see R7a-01 the answer %j counts as unavailable", (body) => {
    expect(readModelList(200, body)).toEqual({ error: { status: 502, kind: "unavailable" } });
  });
});
