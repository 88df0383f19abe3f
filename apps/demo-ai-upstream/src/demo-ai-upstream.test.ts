import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoAiUpstream, startDemoAiUpstream } from "./demo-ai-upstream.ts";
import { chunksOf } from "./demo-answer.ts";
import type { DemoCall } from "./demo-calls.ts";
import { tokensOf } from "./demo-tokens.ts";

const key = "demo-schluessel";
let upstream: DemoAiUpstream;
beforeAll(async () => {
  upstream = await startDemoAiUpstream({ key });
});
afterAll(() => upstream.stop());

type Answer = {
  choices: { message: { content: string }; finish_reason: string }[];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    prompt_tokens_details: { cached_tokens: number };
    completion_tokens_details: { reasoning_tokens: number };
  };
};
type Chunk = {
  choices: { delta: { content?: string }; finish_reason: string | null }[];
  usage?: Answer["usage"] | null;
  error?: { code: unknown };
};

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${upstream.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

const chat = (content: string, overrides: object = {}, signal?: AbortSignal) =>
  post(
    "/chat/completions",
    { model: "demo-standard", messages: [{ role: "user", content }], ...overrides },
    signal,
  );
const stream = (content: string, overrides: object = {}, signal?: AbortSignal) =>
  chat(content, { stream: true, stream_options: { include_usage: true }, ...overrides }, signal);

async function requestFullAnswer(content: string, overrides: object = {}): Promise<Answer> {
  const response = await chat(content, overrides);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Returns the data of each event, up to the end of the connection. */
async function events(response: Response): Promise<string[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: "))
    .map((event) => event.slice("data: ".length));
}

const chunks = (data: readonly string[]) =>
  data.filter((eventData) => eventData !== "[DONE]").map((eventData) => JSON.parse(eventData) as Chunk);
const textOf = (answerChunks: readonly Chunk[]) =>
  answerChunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");

/** Waits until the call has finished and is listed. */
async function callOf(promptTokens: number): Promise<DemoCall> {
  for (;;) {
    const response = await fetch(`${upstream.url}/demo/calls`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await response.json()) as { data: DemoCall[] };
    const recordedCall = data.findLast((call) => call.promptTokens === promptTokens);
    if (recordedCall !== undefined) return recordedCall;
  }
}

describe("the demonstration AI provider", () => {
  it("see R7a-01 listens on the loopback interface only and requires its key", async () => {
    expect(new URL(upstream.url).hostname).toBe("127.0.0.1");
    for (const authorization of ["", "Bearer ", "Bearer falsch", key]) {
      const response = await fetch(`${upstream.url}/models`, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: "invalid_api_key" } });
    }
  });

  it("see R7a-01 lists its models", async () => {
    const response = await fetch(`${upstream.url}/models`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toContain("demo-standard");
    expect(data.every(({ id }) => id.startsWith("demo-"))).toBe(true);
  });

  it("see R7a-01 answers in German, states at the start that it is a demonstration, and is deterministic", async () => {
    const first = await requestFullAnswer("Schreibe einen Brief an Xaver Musterfrau.");
    const text = first.choices[0]?.message.content ?? "";
    expect(text.startsWith("Demonstration – keine echte KI.")).toBe(true);
    expect(text).not.toContain("Musterfrau");
    expect(await requestFullAnswer("Schreibe einen Brief an Xaver Musterfrau.")).toEqual(first);
    expect((await requestFullAnswer("Etwas anderes")).choices[0]?.message.content).not.toBe(text);
    expect(first.usage?.completion_tokens).toBe(tokensOf(text).length);
    expect(first.usage?.total_tokens).toBe((first.usage?.prompt_tokens ?? 0) + tokensOf(text).length);
  });

  it("see R7a-01 ends with a sentence and repeats none unless the prompt sets the number of tokens", async () => {
    for (const prompt of [
      "Ein Arztbrief",
      "Eine Überweisung",
      "Ein Rezept",
      "Ein Aushang",
      "Ein Dienstplan",
    ]) {
      const [choice] = (await requestFullAnswer(prompt)).choices;
      const content = choice?.message.content ?? "";
      expect(content, prompt).toMatch(/[.]$/);
      const sentences = content.split(/(?<=\.) /);
      expect(new Set(sentences).size, prompt).toBe(sentences.length);
      expect(choice?.finish_reason).toBe("stop");
    }
    expect((await requestFullAnswer("#lang 43")).usage?.completion_tokens).toBe(43);
  });

  it("see R7a-01 respects the token limit under either name", async () => {
    for (const bound of ["max_tokens", "max_completion_tokens"]) {
      const reply = await requestFullAnswer("#lang 300", { [bound]: 17 });
      expect(reply.usage?.completion_tokens).toBe(17);
      expect(reply.choices[0]?.finish_reason).toBe("length");
    }
    expect((await chat("x", { max_tokens: 0 })).status).toBe(400);
  });

  it("see R7a-01 reports cached and reasoning tokens", async () => {
    const usage = (await requestFullAnswer("Wort ".repeat(1100), { model: "demo-denkend" })).usage;
    expect(usage?.prompt_tokens_details.cached_tokens).toBe(512);
    expect(usage?.completion_tokens_details.reasoning_tokens).toBe(64);
    expect((await requestFullAnswer("x")).usage).toMatchObject({
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    });
  });

  it("see R1-14 streams the same text, with the usage in the second to last event", async () => {
    const prompt = "Ein Strom. #takt 0";
    const expected = await requestFullAnswer(prompt);
    const response = await stream(prompt);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const data = await events(response);
    expect(data.at(-1)).toBe("[DONE]");
    const streamedChunks = chunks(data);
    expect(textOf(streamedChunks)).toBe(expected.choices[0]?.message.content);
    expect(streamedChunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(streamedChunks.at(-1)).toMatchObject({ choices: [], usage: expected.usage });
    expect(streamedChunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
  });

  it("see R1-14 reports usage in a stream only on request", async () => {
    const data = await events(await chat("#takt 0", { stream: true }));
    expect(data.join("")).not.toContain("usage");
    expect((await requestFullAnswer("#ohne-verbrauch")).usage).toBeUndefined();
  });

  it.each([400, 401, 404, 413, 429, 500, 503, 529])(
    "see R7a-01 responds with %i on request",
    async (status) => {
      const response = await chat(`Bitte #fehler ${status}`);
      expect(response.status).toBe(status);
      expect(await response.json()).toHaveProperty("error.message");
      expect(response.headers.get("retry-after")).toBe(status === 429 ? "1" : null);
    },
  );

  it("see R1-14 sends errors and malformed events inside a stream, and aborts it, on request", async () => {
    const failedChunks = chunks(await events(await stream("#fehler-im-strom 503 #takt 0")));
    expect(failedChunks.at(-1)?.error?.code).toBe(503);
    expect(textOf(failedChunks.slice(0, -1)).length).toBeGreaterThan(20);
    const corruptedEvents = await events(await stream("#kaputt #takt 0"));
    expect(corruptedEvents.filter((data) => data === '{"choices":[{"delta":')).toHaveLength(1);
    expect(corruptedEvents.at(-1)).toBe("[DONE]");
    await expect(events(await stream("#abbruch #takt 0"))).rejects.toThrow("terminated");
    const filtered = chunks(await events(await stream("#filter #takt 0")));
    expect(filtered.at(-2)?.choices[0]?.finish_reason).toBe("content_filter");
  });

  it("see R7a-01 refuses invalid conversations, unknown models, unknown paths and oversized bodies", async () => {
    expect((await post("/chat/completions", { model: "demo-standard" })).status).toBe(400);
    expect((await post("/chat/completions", { model: "demo-standard", messages: [{}] })).status).toBe(400);
    expect((await post("/chat/completions", [])).status).toBe(400);
    expect((await chat("x", { model: "gpt" })).status).toBe(404);
    expect((await post("/embeddings", {})).status).toBe(404);
    expect((await post("/chat/completions", { x: "x".repeat(4_194_304) })).status).toBe(413);
  });

  it("see R1-14 stops generating when the client disconnects, and reports the tokens sent", async () => {
    const abortController = new AbortController();
    const prompt = "Eine Frage, deren Antwort niemand abwartet. #takt 5 #lang 5000";
    const response = await stream(prompt, {}, abortController.signal);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.length).toBeGreaterThan(0);
    abortController.abort();
    const call = await callOf(tokensOf(prompt).length + 7);
    expect(call.outcome).toBe("aborted");
    expect(call.sentTokens).toBeLessThan(2500);
  });

  it("see R1-14 serves other clients while one does not read, which later gets the complete response", async () => {
    const body = JSON.stringify({
      model: "demo-standard",
      stream: true,
      messages: [{ role: "user", content: "Ein langsamer Leser. #takt 0 #lang 20000" }],
    });
    const socket = connect(Number(new URL(upstream.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.pause();
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    // Another call is served in the meantime; then the slow client reads everything.
    await requestFullAnswer("Dazwischen #warten 100");
    let received = "";
    socket.setEncoding("utf8").on("data", (data: string) => {
      received += data;
    });
    socket.resume();
    await once(socket, "close");
    expect(received.match(/"content":"[^"]/g)).toHaveLength(
      chunksOf(Array.from({ length: 20_000 }, () => "")).length,
    );
    expect(received).toContain("[DONE]");
  });
});

describe("the transcription endpoint of the demonstration AI provider", () => {
  /** Returns a silent WAV file at 8,000 bytes per second. */
  function wav(seconds: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(44 + seconds * 8_000);
    const header = Buffer.from(bytes.buffer);
    header.write("RIFF", 0).toString();
    header.write("WAVE", 8);
    header.writeUInt32LE(8_000, 28);
    return bytes;
  }

  async function transcribe(
    model: string,
    audio: Uint8Array<ArrayBuffer>,
    overrides: Record<string, string> = {},
  ) {
    const form = new FormData();
    form.set("model", model);
    form.set("file", new File([audio], "aufnahme.wav", { type: "audio/wav" }));
    for (const [name, value] of Object.entries(overrides)) form.set(name, value);
    return fetch(`${upstream.url}/audio/transcriptions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
  }

  it("see R7a-01 measures the recording and reports seconds", async () => {
    const transcript: unknown = await (
      await transcribe("demo-diktat", wav(7), { response_format: "verbose_json" })
    ).json();
    expect(transcript).toMatchObject({
      duration: 7,
      language: "german",
      usage: { type: "duration", seconds: 7 },
    });
    expect((transcript as { text: string }).text).toMatch(
      /^Demonstration – keine echte KI\. Die Aufnahme dauert 7 Sekunden.*\.$/,
    );
  });

  it("see R7a-01 reports tokens for models that are billed by token", async () => {
    const transcript: unknown = await (await transcribe("demo-diktat-token", wav(7))).json();
    expect(transcript).toMatchObject({ usage: { type: "tokens", input_tokens: 70 } });
    expect(transcript).not.toHaveProperty("duration");
  });

  it("see R7a-01 refuses invalid recordings and unknown models, and every recording for the failing model", async () => {
    expect((await transcribe("demo-diktat", new Uint8Array())).status).toBe(400);
    expect((await transcribe("whisper", wav(1))).status).toBe(404);
    expect((await transcribe("demo-diktat-fehler", wav(1))).status).toBe(503);
    expect((await post("/audio/transcriptions", {})).status).toBe(400);
  });
});
