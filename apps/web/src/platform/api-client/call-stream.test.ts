// @vitest-environment jsdom
import type { streamPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callStream } from "./call-stream.ts";
import { streamSilenceMs, type StreamEvent } from "./read-events.ts";
import { route } from "./route.ts";
import { fetchDouble, json, problem } from "./testing/fetch-double.ts";
import { refreshRoute } from "./token-refresh.ts";

const streamRoute = route<typeof streamPrompt>()("ai.stream", "POST", "/api/ai/stream");
const body = { prompt: "Guten Tag", provider: "demo", model: "demo-standard" };

/** Returns a response that arrives in chunks. `end` determines how it ends. */
function streaming(chunks: readonly string[], end: "close" | "break" | "stay" = "close"): Response {
  const remainingChunks = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const content = new ReadableStream<Uint8Array>({
    pull: (control) => {
      const next = remainingChunks.shift();
      if (next !== undefined) control.enqueue(next);
      else if (end === "close") control.close();
      else if (end === "break") control.error(new TypeError("network"));
    },
  });
  return new Response(content, { status: 200, headers: { "Content-Type": "text/event-stream" } });
}

async function readAll(
  response: Response,
  signal?: AbortSignal,
): Promise<{ events: StreamEvent[]; error: unknown }> {
  const events: StreamEvent[] = [];
  const calls = fetchDouble(() => response);
  const error = await callStream(streamRoute, { body, signal }, (event) => events.push(event)).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(calls).toHaveLength(1);
  return { events, error };
}

beforeEach(() => localStorage.setItem("accessToken", "old"));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("callStream", () => {
  it("see R7a-06 parses stream events independently of chunk boundaries", async () => {
    const text =
      'id: 1\ndata: {"text":"Größe "}\n\n: \n\nid: 2\r\ndata: {"text":"[x]"}\r\n\r\nevent: done\ndata: {"a":1}\n\n';
    for (let cut = 1; cut < text.length; cut += 1) {
      const { events, error } = await readAll(streaming([text.slice(0, cut), text.slice(cut)]));
      expect(error).toBeNull();
      expect(events).toEqual([
        { name: "message", data: { text: "Größe " } },
        { name: "message", data: { text: "[x]" } },
        { name: "done", data: { a: 1 } },
      ]);
    }
  });

  it("decodes characters split across chunks", async () => {
    const bytes = new TextEncoder().encode('data: {"text":"ü"}\n\n');
    const cut = bytes.indexOf(0xc3) + 1;
    const content = new ReadableStream<Uint8Array>({
      start: (control) => {
        control.enqueue(bytes.slice(0, cut));
        control.enqueue(bytes.slice(cut));
        control.close();
      },
    });
    const { events } = await readAll(new Response(content, { status: 200 }));
    expect(events).toEqual([{ name: "message", data: { text: "ü" } }]);
  });

  it("distinguishes a broken stream from a finished one", async () => {
    const { events, error } = await readAll(streaming(['data: {"text":"a"}\n\n'], "break"));
    expect(events).toHaveLength(1);
    expect(error).toMatchObject({ status: 0, code: "NETWORK_ERROR" });
  });

  it("rejects with the caller's reason on abort", async () => {
    const control = new AbortController();
    fetchDouble(({ signal }) => {
      const content = new ReadableStream<Uint8Array>({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('data: {"text":"a"}\n\n'));
          // As browsers do.
          signal.addEventListener("abort", () => stream.error(signal.reason));
        },
      });
      return new Response(content, { status: 200 });
    });
    const events: StreamEvent[] = [];
    const result = callStream(streamRoute, { body, signal: control.signal }, (event) => {
      events.push(event);
      control.abort(new Error("enough"));
    });
    await expect(result).rejects.toThrow("enough");
    expect(events).toHaveLength(1);
  });

  it("rejects when the stream stays silent", async () => {
    vi.useFakeTimers();
    const reading = readAll(streaming(['data: {"text":"a"}\n\n'], "stay"));
    await vi.advanceTimersByTimeAsync(streamSilenceMs + 1);
    expect((await reading).error).toMatchObject({ code: "TIMEOUT" });
  });

  it("returns errors like any call, and refreshes the token once before the stream", async () => {
    const responses = [
      problem(401, "NOT_AUTHENTICATED"),
      json({ accessToken: "new", refreshToken: "h", userId: "u1" }),
      problem(403, "AI_STOPPED", "Die KI ist zurzeit angehalten"),
    ];
    const calls = fetchDouble((_call, index) => responses[index] ?? json({}));
    const rejectedStream = callStream(streamRoute, { body }, () => undefined);
    await expect(rejectedStream).rejects.toMatchObject({
      code: "AI_STOPPED",
      message: "Die KI ist zurzeit angehalten",
    });
    expect(calls.map(({ url }) => url)).toEqual([streamRoute.path, refreshRoute.path, streamRoute.path]);
    expect(calls[2]?.headers.get("Authorization")).toBe("Bearer new");
    expect(calls[2]?.headers.get("Accept")).toContain("text/event-stream");
  });
});
