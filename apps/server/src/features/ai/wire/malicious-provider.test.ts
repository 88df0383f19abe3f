import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicMessages } from "./anthropic-messages.ts";
import { ChatStream } from "./chat-stream.ts";
import { readModelList } from "./model-list.ts";
import { readTranscription } from "./openai-audio.ts";
import { openaiChat } from "./openai-chat.ts";
import type { ChatInput, ProviderError, Usage } from "./wire.ts";

const wires = [openaiChat("openai"), openaiChat("vllm"), anthropicMessages];
const input: ChatInput = { model: "m", prompt: "Frage", maxTokens: 500, stream: true };

/** Field names of all formats, so that most values land where a parser reads them. */
const names = [
  ["choices", "delta", "message", "content", "text", "usage", "error", "type", "code", "status", "index"],
  ["prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens", "finish_reason"],
  ["prompt_tokens_details", "completion_tokens_details", "cached_tokens", "reasoning_tokens", "thinking"],
  [
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "stop_reason",
    "data",
    "id",
    "duration",
    "seconds",
  ],
  ["content_block", "reasoning_content", "innererror", "object", "__proto__", "constructor", "toString"],
].flat();
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.constantFrom<unknown>(null, true, "", "text", "message_delta", "message_start", "content_block_delta"),
    fc.oneof(fc.integer(), fc.double(), fc.constantFrom<unknown>(-1, 0, 1e308, Number.MAX_SAFE_INTEGER)),
    fc.constantFrom<unknown>("stop", "constructor", "429", "insufficient_quota", "Ein Text"),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("any"), { maxKeys: 6 }),
  ),
})).any;

function expectSound(usage: Usage): void {
  for (const number of Object.values(usage)) expect(number >= 0 && Number.isSafeInteger(number)).toBe(true);
  expect(usage.cachedTokens).toBeLessThanOrEqual(usage.inputTokens);
  expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.outputTokens);
}

const kinds = ["rate_limited", "overloaded", "refused_key", "bad_request", "content_filter", "unavailable"];
const reasons = ["stop", "length", "content_filter", "other"];

function expectSoundError(error: ProviderError): void {
  expect(kinds).toContain(error.kind);
  expect(error.status >= 204 && error.status <= 599).toBe(true);
}

/** A stream with these words in the fields that are read. */
const reportedEvents = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
  .map(([left, right]) => [
    { choices: [{ delta: { content: left }, finish_reason: left }] },
    { type: "message_delta", delta: { stop_reason: left }, usage: { [left]: 1 } },
    { error: { type: left, code: right, innererror: { code: left } } },
  ]);

describe("a provider that sends arbitrary data", () => {
  it("see R1-14 breaks neither streams nor billing", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(value, { maxLength: 6 }), reportedEvents),
        fc.constantFrom(...wires),
        (events, wire) => {
          const texts: unknown[] = [];
          const stream = new ChatStream(wire, (text) => texts.push(text));
          for (const event of events) stream.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
          stream.end();
          expect(texts.every((text) => typeof text === "string" && text !== "")).toBe(true);
          expect(reasons).toContain(stream.finishReason ?? "other");
          expectSoundError(stream.error ?? { status: 502, kind: "unavailable" });
          expectSound(stream.settle(input).usage);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("see R1-14 tolerates invalid bytes in a stream", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), fc.constantFrom(...wires), (chunks, wire) => {
        const stream = new ChatStream(wire, () => undefined);
        for (const chunk of chunks) stream.push(chunk);
        stream.end();
        expectSound(stream.settle(input).usage);
      }),
      { numRuns: 1000 },
    );
  });

  it("see R7a-01 breaks no complete answer, no transcript and no list", () => {
    const statuses = fc.constantFrom(200, 200, 200, 204, 302, 400, 429, 500, 503);
    fc.assert(
      fc.property(value, statuses, (body, status) => {
        const text = JSON.stringify(body);
        for (const wire of wires) {
          const { answer, error } = wire.parseResponse(status, text);
          expect(answer === undefined).toBe(error !== undefined);
          if (answer?.usage) expectSound(answer.usage);
          if (error) expectSoundError(error);
          expect(reasons).toContain(answer?.finishReason ?? "other");
        }
        const { answer } = readTranscription(status, text);
        if (answer?.usage) expectSound(answer.usage);
        expect(readModelList(status, text).answer?.every((id) => id !== "") ?? true).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
