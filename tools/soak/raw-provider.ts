import type { Socket } from "node:net";

/** The header as OpenAI's clients send it. */
const bodyLength = /content-length: (\d+)/i;

/** Head of a streamed response. */
export const streamHeader =
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

/** Parses HTTP minimally, for a provider with little overhead. Calls `onBody` with the body of each request. */
export function readBodies(socket: Socket, onBody: (body: string) => void): void {
  let text = "";
  socket.setNoDelay(true).on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    // One character per byte, because content-length counts bytes.
    text += bytes.toString("latin1");
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      const length = Number(bodyLength.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      onBody(body);
    }
  });
}

/** Builds a non-streamed JSON response. */
export function fullResponse(content: string, usage: object): Buffer {
  const json = JSON.stringify({
    id: "chatcmpl-mock",
    object: "chat.completion",
    model: "mock",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
    usage,
  });
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}

/** Builds a chunk of a streamed response. */
export function streamChunk(content: string): Buffer {
  return chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

/** Builds the end of a streamed response. */
export function streamEnd(usage: object): Buffer {
  return Buffer.concat([
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    chunk({ choices: [], usage }),
    framed("data: [DONE]\n\n"),
    Buffer.from("0\r\n\r\n"),
  ]);
}

/** @param prompt tokens of the prompt; @param completion tokens of the response */
export function usageOf(prompt: number, completion: number) {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function chunk(fields: object): Buffer {
  const event = {
    id: "chatcmpl-mock",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock",
    ...fields,
  };
  return framed(`data: ${JSON.stringify(event)}\n\n`);
}

function framed(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}
