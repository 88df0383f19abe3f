import { describe, expect, it } from "vitest";
import { providerWires } from "./provider-wires.ts";
import type { ChatInput } from "./wire.ts";

const input: ChatInput = { model: "m", prompt: "Frage", maxTokens: 9, stream: true };
const wireEntries = Object.entries(providerWires);

describe("the wire formats of providers", () => {
  it.each(wireEntries)(
    "see R7a-01 %s sends the key only in a header, for chat and for the list of models",
    (_, wire) => {
      const key = "sk-geheim-0123456789";
      const chat = wire.chat.request(input, key);
      const models = wire.models(key);
      for (const { path, headers } of [chat, models]) {
        expect(Object.values(headers).filter((value) => value.includes(key))).toHaveLength(1);
        expect(path).toMatch(/^\/[a-z]/);
        expect(path).not.toContain(key);
      }
      expect(chat.body).not.toContain(key);
      expect(JSON.parse(chat.body)).toMatchObject({ model: "m", stream: true });
    },
  );

  it.each(wireEntries)("see R7a-01 %s transcribes, or reports that it cannot", (name, wire) => {
    const audio = { model: "m", language: "de", mediaType: "audio/webm", isVerbose: false };
    const request = wire.transcription?.(audio, "k");
    const isUnsupported = ["ollama", "anthropic"].includes(name);
    expect(request?.path).toBe(isUnsupported ? undefined : "/audio/transcriptions");
    expect(request?.headers[name === "azure" ? "api-key" : "authorization"]).toBe(
      isUnsupported ? undefined : name === "azure" ? "k" : "Bearer k",
    );
  });
});
