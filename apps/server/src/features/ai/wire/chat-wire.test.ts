import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anthropicMessages } from "./anthropic-messages.ts";
import { ChatStream } from "./chat-stream.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiDialects } from "./openai-dialects.ts";
import type { ChatInput, ChatWire } from "./wire.ts";

const input: ChatInput = { model: "beispiel", prompt: "Fasse das zusammen.", maxTokens: 200, stream: true };
const text = "Dies ist ein synthetischer Text über Größe, Übelkeit und Ödeme: 5 µg – kein Befund.";

function recorded(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "fixtures", `${name}.sse`));
}

/** Plays a recorded stream in pieces of the given size. */
function play(wire: ChatWire, bytes: Uint8Array, pieceBytes = 7) {
  const chunks: string[] = [];
  const stream = new ChatStream(wire, (chunk) => chunks.push(chunk));
  for (let at = 0; at < bytes.length; at += pieceBytes) stream.push(bytes.subarray(at, at + pieceBytes));
  stream.end();
  return { text: chunks.join(""), stream, ...stream.settle(input) };
}

const usage = (
  inputTokens: number,
  outputTokens: number,
  cachedTokens = 0,
  reasoningTokens = 0,
  audioSeconds = 0,
) => ({ inputTokens, outputTokens, cachedTokens, reasoningTokens, audioSeconds });

describe("a recorded stream", () => {
  it.each([
    ["openai", openaiChat("openai"), text, "stop", usage(1312, 154, 1280, 128)],
    ["openai-refusal", openaiChat("openai"), "Dabei kann ich nicht helfen.", "stop", usage(40, 9)],
    ["openai-tool-calls", openaiChat("openai"), "", "other", usage(50, 12)],
    ["mistral", openaiChat("mistral"), text, "stop", usage(1013, 40, 1008)],
    ["mistral-reasoning", openaiChat("mistral"), "Dies ist die Antwort.", "length", usage(33, 25)],
    ["azure", openaiChat("azure"), text, "stop", usage(212, 36)],
    ["azure-filtered", openaiChat("azure"), "Dies ist", "content_filter", usage(61, 3)],
    ["ionos", openaiChat("ionos"), text, "stop", usage(88, 33)],
    ["stackit", openaiChat("stackit"), text, "length", usage(140, 44, 128)],
    ["ollama", openaiChat("ollama"), text, "stop", usage(26, 38)],
    ["vllm-continuous", openaiChat("vllm"), text, "stop", usage(21, 25)],
    ["anthropic", anthropicMessages, text, "stop", usage(25, 41)],
    ["anthropic-cached-thinking", anthropicMessages, text, "length", usage(2112, 96, 1800, 51)],
    ["anthropic-refusal", anthropicMessages, "", "content_filter", usage(30, 1)],
  ] as const)("see R1-14 of %s yields text, reason and exact usage", (name, wire, expected, reason, used) => {
    const result = play(wire, recorded(name));
    expect(result.text).toBe(expected);
    expect(result.stream.finishReason).toBe(reason);
    expect(result.stream.isComplete).toBe(true);
    expect(result.stream.unreadableEvents).toBe(0);
    expect(result.usage).toEqual(used);
    expect(result.isEstimated).toBe(false);
  });

  it.each([
    ["openai-error-inside", openaiChat("openai"), { status: 500, kind: "unavailable" }],
    ["vllm-error-inside", openaiChat("vllm"), { status: 500, kind: "unavailable" }],
    ["anthropic-error-inside", anthropicMessages, { status: 529, kind: "overloaded" }],
  ] as const)(
    "see R1-14 of %s yields the text before the error, the error, and the usage",
    (name, wire, error) => {
      const result = play(wire, recorded(name));
      expect(result.text).toBe("Dies ist");
      expect(result.stream.error).toEqual(error);
      expect(result.stream.isComplete).toBe(false);
      expect(result.isEstimated).toBe(true);
      expect(result.usage.outputTokens).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(result.stream.error)).not.toContain("Synthetisch");
    },
  );

  it("see R1-14 a stream without usage is estimated, never free", () => {
    const result = play(openaiChat("vllm"), recorded("vllm-no-usage"));
    expect(result).toMatchObject({ text, isEstimated: true });
    expect(result.usage.inputTokens).toBeGreaterThan(5);
    expect(result.usage.outputTokens).toBeGreaterThan(20);
  });

  it("see R1-14 a stream that was cut off keeps the reported input and counts the output since", () => {
    const recording = recorded("anthropic");
    const cut = recording.subarray(0, recording.indexOf("– kein"));
    const result = play(anthropicMessages, cut);
    expect(result.text).toBe("Dies ist ein synthetischer Text über Größe, Übelkeit und Ödeme");
    expect(result.stream.isComplete).toBe(false);
    // The event that was cut in two.
    expect(result.stream.unreadableEvents).toBe(1);
    expect(result.usage.inputTokens).toBe(25);
    // One token reported at the start, and fourteen of the text.
    expect(result.usage.outputTokens).toBe(15);
    expect(result.isEstimated).toBe(true);
  });

  it("see R1-14 a stream that was cut off is exact if each event contains the usage", () => {
    const recording = recorded("vllm-continuous");
    const cut = recording.subarray(0, recording.indexOf("data:", recording.indexOf("synthetischer")));
    expect(play(openaiChat("vllm"), cut)).toMatchObject({ usage: usage(21, 8), isEstimated: false });
  });

  it("see R1-14 a stream with malformed events yields the rest and counts the malformed ones", () => {
    const wire = openaiChat("ionos");
    const validEvent = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const bytes = Buffer.from(
      `${validEvent("A")}data: {"choices":[{"del\n\ndata: nonsense\n\ndata: [1]\n\ndata: {"choices":"x"}\n\n${validEvent("B")}`,
    );
    const result = play(wire, bytes);
    expect(result.text).toBe("AB");
    expect(result.stream.unreadableEvents).toBe(3);
  });

  it("see R1-14 yields no text after an error inside it", () => {
    const bytes = Buffer.concat([recorded("openai-error-inside"), recorded("openai")]);
    expect(play(openaiChat("openai"), bytes).text).toBe("Dies ist");
  });

  it.each([
    [{ error: { message: "x", code: "rate_limit_exceeded" } }, { status: 429, kind: "rate_limited" }],
    [{ error: { message: "x", code: 429 } }, { status: 429, kind: "rate_limited" }],
    [{ error: { message: "x", code: "503" } }, { status: 503, kind: "overloaded" }],
    [{ error: { message: "x", type: "BadRequestError", code: 400 } }, { status: 400, kind: "bad_request" }],
    [{ error: { code: "content_filter", message: "x" } }, { status: 400, kind: "content_filter" }],
    [{ error: { type: "insufficient_quota" } }, { status: 429, kind: "refused_key" }],
    [{ error: "out of memory" }, { status: 502, kind: "unavailable" }],
    [
      { object: "error", message: "x", type: "invalid_request_error", code: "3505" },
      { status: 400, kind: "bad_request" },
    ],
  ])("see R1-14 recognizes the error %j", (event, error) => {
    const result = play(openaiChat("openai"), Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
    expect(result.stream.error).toEqual(error);
  });
});

describe("a stream in chunks", () => {
  it.each(["openai", "azure", "stackit", "vllm-continuous", "anthropic-cached-thinking"])(
    "see R1-14 of %s is the same in chunks of any size",
    (name) => {
      const wire = name.startsWith("anthropic") ? anthropicMessages : openaiChat("openai");
      const bytes = recorded(name);
      const expected = play(wire, bytes, bytes.length);
      for (const size of [1, 2, 3, 5, 13, 64, 1000]) {
        const result = play(wire, bytes, size);
        expect([result.text, result.usage, result.stream.finishReason], String(size)).toEqual([
          expected.text,
          expected.usage,
          expected.stream.finishReason,
        ]);
      }
    },
  );
});

describe("a request", () => {
  const body = (wire: ChatWire, chatInput: ChatInput = input) =>
    JSON.parse(wire.request(chatInput, "geheim").body) as Record<string, unknown>;

  it("see R7a-01 limits the answer with the field name of each provider", () => {
    for (const name of Object.keys(openaiDialects) as (keyof typeof openaiDialects)[]) {
      const requestBody = body(openaiChat(name));
      const isNew = name === "openai" || name === "azure";
      expect(requestBody[isNew ? "max_completion_tokens" : "max_tokens"], name).toBe(200);
      expect(requestBody[isNew ? "max_tokens" : "max_completion_tokens"], name).toBeUndefined();
    }
  });

  it("see R7a-01 requests the usage of a stream, except from providers that reject this", () => {
    expect(body(openaiChat("openai"))["stream_options"]).toEqual({ include_usage: true });
    expect(body(openaiChat("mistral"))["stream_options"]).toBeUndefined();
    expect(body(openaiChat("openai"), { ...input, stream: false })["stream_options"]).toBeUndefined();
  });

  it("see R7a-01 sends the key where the provider expects it", () => {
    expect(openaiChat("mistral").request(input, "k").headers).toMatchObject({ authorization: "Bearer k" });
    expect(openaiChat("azure").request(input, "k").headers).toMatchObject({ "api-key": "k" });
    expect(anthropicMessages.request(input, "k").headers).toMatchObject({
      "x-api-key": "k",
      "anthropic-version": "2023-06-01",
    });
    expect(openaiChat("ollama").request(input, "").headers).not.toHaveProperty("authorization");
  });

  it("see R7a-01 sends Anthropic the system prompt separately, and no temperature above its limit of 1", () => {
    const requestBody = body(anthropicMessages, {
      model: "m",
      maxTokens: 5,
      stream: false,
      temperature: 1.4,
      messages: [
        { role: "system", content: "Antworte kurz." },
        { role: "user", content: "Frage" },
        { role: "assistant", content: "Antwort" },
        { role: "user", content: "Noch eine" },
      ],
    });
    expect(requestBody).toEqual({
      model: "m",
      max_tokens: 5,
      stream: false,
      temperature: 1,
      system: "Antworte kurz.",
      messages: [
        { role: "user", content: "Frage" },
        { role: "assistant", content: "Antwort" },
        { role: "user", content: "Noch eine" },
      ],
    });
  });
});

describe("a complete answer", () => {
  const openai = openaiChat("openai");
  const parse = (wire: ChatWire, value: unknown) =>
    wire.parseResponse(200, typeof value === "string" ? value : JSON.stringify(value));

  it("see R7a-01 yields text, reason and usage", () => {
    expect(
      parse(openai, {
        id: "x",
        object: "chat.completion",
        choices: [
          { index: 0, message: { role: "assistant", content: "Ja.", refusal: null }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
        neu: true,
      }),
    ).toEqual({ answer: { text: "Ja.", finishReason: "stop", usage: usage(3, 2) } });
    expect(
      parse(anthropicMessages, {
        type: "message",
        content: [{ type: "thinking", thinking: "…" }, { type: "text", text: "Ja." }, { type: "neu" }],
        stop_reason: "stop_sequence",
        usage: { input_tokens: 3, output_tokens: 2 },
      }),
    ).toEqual({ answer: { text: "Ja.", finishReason: "stop", usage: usage(3, 2) } });
  });

  it("see R7a-01 reports no usage if there is none", () => {
    const choices = [{ message: { content: "Ja." }, finish_reason: null }];
    expect(parse(openai, { choices }).answer).toEqual({ text: "Ja.", finishReason: "other", usage: null });
    expect(parse(openai, { choices, usage: null }).answer?.usage).toBeNull();
  });

  it.each(["", "null", "[]", "{}", '{"choices":[]}', '{"choices":[{"mess', "<html></html>", '{"type":"x"}'])(
    "see R7a-01 an answer of %j counts as unavailable, although its status is 200",
    (body) => {
      for (const wire of [openai, anthropicMessages]) {
        expect(parse(wire, body)).toEqual({ error: { status: 502, kind: "unavailable" } });
      }
    },
  );

  it("see R7a-01 a complete answer in place of a stream is an error, with any status", () => {
    expect(openai.readError(200, '{"choices":[]}')).toEqual({ status: 502, kind: "unavailable" });
    expect(openai.readError(204, "")).toEqual({ status: 502, kind: "unavailable" });
    expect(openai.readError(200, '{"error":{"code":429}}')).toEqual({ status: 429, kind: "rate_limited" });
  });

  it("see R7a-01 an answer with an error and status 200 is that error", () => {
    expect(parse(openai, { error: { code: 429, message: "x" } }).error?.kind).toBe("rate_limited");
    expect(parse(anthropicMessages, { type: "error", error: { type: "api_error" } }).error?.status).toBe(500);
  });
});
