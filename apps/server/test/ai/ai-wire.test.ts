import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoAiUpstream, startDemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { ProviderRequest } from "../../src/features/ai/calls/provider-request.ts";
import { ChatStream } from "../../src/features/ai/wire/chat-stream.ts";
import { holdFor } from "../../src/features/ai/wire/estimate.ts";
import { readModelList } from "../../src/features/ai/wire/model-list.ts";
import { readTranscription, transcriptionRequest } from "../../src/features/ai/wire/openai-audio.ts";
import { openaiChat } from "../../src/features/ai/wire/openai-chat.ts";
import type { ChatInput, WireRequest } from "../../src/features/ai/wire/wire.ts";
import { createOutgoingAgent } from "../../src/platform/outgoing/outgoing-agent.ts";

let upstream: DemoAiUpstream;
beforeAll(async () => {
  upstream = await startDemoAiUpstream({ key: "demo-schluessel" });
});
afterAll(() => upstream.stop());

const wire = openaiChat("openai");

function send({ path, headers, body }: WireRequest, signal?: AbortSignal): Promise<Response> {
  return fetch(`${upstream.url}${path}`, {
    method: "POST",
    headers,
    body,
    ...(signal === undefined ? {} : { signal }),
  });
}

const chatInput = (prompt: string, more: Partial<ChatInput> = {}): ChatInput => ({
  model: "demo-standard",
  prompt,
  maxTokens: 4_000,
  stream: true,
  ...more,
});

/** Reads at most the given number of text pieces of a stream, then disconnects. */
async function readStream(input: ChatInput, chunks = Infinity) {
  const disconnection = new AbortController();
  const response = await send(wire.request(input, upstream.key), disconnection.signal);
  let seen = 0;
  const stream = new ChatStream(wire, () => {
    seen += 1;
  });
  try {
    for await (const chunk of response.body ?? []) {
      stream.push(chunk);
      if (seen >= chunks) disconnection.abort();
    }
  } catch (error) {
    if (!disconnection.signal.aborted) throw error;
  }
  stream.end();
  return { stream, seen, ...stream.settle(input) };
}

describe("the wire formats against a real server", () => {
  it("see R7a-01 report the same usage for a complete answer and for a stream", async () => {
    const input = chatInput("Was steht in diesem Befund? #takt 0");
    const whole = { ...input, stream: false };
    const response = await send(wire.request(whole, upstream.key));
    const { answer } = wire.parseResponse(response.status, await response.text());
    expect(answer?.text).toMatch(/^Demonstration – keine echte KI/);
    const { stream, usage, isEstimated } = await readStream(input);
    expect(stream.isComplete).toBe(true);
    expect({ usage, isEstimated }).toEqual({ usage: answer?.usage, isEstimated: false });
  });

  it("see R7a-01 report reasoning and cached tokens of long prompts", async () => {
    const prompt = `${"Verlauf unauffällig. ".repeat(300)} #takt 0`;
    const { usage } = await readStream(chatInput(prompt, { model: "demo-denkend" }));
    expect(usage.reasoningTokens).toBe(64);
    expect(usage.cachedTokens).toBeGreaterThan(0);
    const hold = holdFor(chatInput(prompt));
    expect(hold.inputTokens).toBeGreaterThanOrEqual(usage.inputTokens);
    expect(hold.outputTokens).toBeGreaterThanOrEqual(usage.outputTokens);
  });

  it.each([
    [401, "refused_key"],
    [404, "bad_request"],
    [429, "rate_limited"],
    [500, "unavailable"],
    [503, "overloaded"],
  ])("see R7a-01 map the refusal %i to %s", async (status, kind) => {
    const response = await send(wire.request(chatInput(`#fehler ${status}`), upstream.key));
    expect(wire.readError(response.status, await response.text())).toEqual({ status, kind });
  });

  it("see R1-14 detect an error event, a malformed event and a broken connection", async () => {
    const failed = await readStream(chatInput("#fehler-im-strom 503 #takt 0"));
    expect(failed.stream.error).toEqual({ status: 503, kind: "overloaded" });
    const malformed = await readStream(chatInput("#kaputt #takt 0"));
    expect(malformed.stream).toMatchObject({ unreadableEvents: 1, isComplete: true, error: null });
    await expect(readStream(chatInput("#abbruch #takt 0"))).rejects.toThrow("terminated");
  });

  it.each([1, 2, 3, 7, 15, 40, 100, 250])(
    "see R7b-08 book a stream aborted after %i chunks within 3 percent or 5 tokens",
    async (chunks) => {
      const input = chatInput(`Eine lange Antwort, bitte (${chunks}). #lang 1500 #takt 1`);
      const { stream, seen, usage, isEstimated } = await readStream(input, chunks);
      expect(stream.isComplete).toBe(false);
      expect(isEstimated).toBe(true);
      const counted = tokensIn(seen);
      expect(seen).toBeGreaterThanOrEqual(chunks);
      expect(Math.abs(usage.outputTokens - counted)).toBeLessThanOrEqual(Math.max(5, counted * 0.03));
      const whole = await send(wire.request({ ...input, stream: false }, upstream.key));
      const reported = wire.parseResponse(whole.status, await whole.text()).answer?.usage;
      expect(Math.abs(usage.inputTokens - (reported?.inputTokens ?? 0))).toBeLessThanOrEqual(5);
    },
  );

  it("see R7a-01 return a transcript with its length or its tokens", async () => {
    const audio = new Uint8Array(30_000);
    for (const [model, used] of [
      ["demo-diktat", { audioSeconds: 10, inputTokens: 0 }],
      ["demo-diktat-token", { audioSeconds: 0, inputTokens: 100 }],
    ] as const) {
      const request = transcriptionRequest(
        { model, language: "auto", mediaType: "audio/webm", isVerbose: false },
        upstream.key,
      );
      const response = await fetch(`${upstream.url}${request.path}`, {
        method: "POST",
        headers: request.headers,
        body: Buffer.concat([request.head, audio, request.tail]),
      });
      const { answer } = readTranscription(response.status, await response.text());
      expect(answer?.text).toMatch(/^Demonstration/);
      expect(answer?.usage).toMatchObject(used);
    }
  });

  it("N45 reach a program on the same machine through the outgoing guard only if that is allowed", async () => {
    const input = chatInput("Über den bewachten Weg. #takt 0");
    const through = async (allowsLoopback: boolean) => {
      const dispatcher = createOutgoingAgent({ allowedOrigins: new Set(), allowsLoopback });
      let text = "";
      const providerRequest = new ProviderRequest({
        dispatcher,
        target: { wire, baseUrl: upstream.url, key: upstream.key },
        input,
        onText: (delta) => {
          text += delta;
        },
        pausesMs: [],
      });
      const end = await providerRequest.run();
      await dispatcher.close();
      return { end, text };
    };
    const reported = wire.parseResponse(
      200,
      await (await send(wire.request({ ...input, stream: false }, upstream.key))).text(),
    );
    expect(await through(true)).toEqual({
      end: { kind: "done", finishReason: "stop" },
      text: reported.answer?.text,
    });
    expect(await through(false)).toMatchObject({ end: { kind: "failed" }, text: "" });
  });

  it("see R7a-01 list the models", async () => {
    const response = await fetch(`${upstream.url}/models`, {
      headers: { authorization: `Bearer ${upstream.key}` },
    });
    expect(readModelList(response.status, await response.text()).answer).toContain("demo-standard");
  });
});

/**
 * Returns the number of tokens in the first pieces. The demo upstream sends one, two, three, one, … tokens per piece.
 */
function tokensIn(chunks: number): number {
  return Array.from({ length: chunks }, (_, index) => 1 + (index % 3)).reduce(
    (sum, tokens) => sum + tokens,
    0,
  );
}
