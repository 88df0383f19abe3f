import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/**
 * Headers that keep intermediaries from caching, buffering or transforming the stream, and its URL out of the Referer
 * header.
 */
const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "referrer-policy": "no-referrer",
} as const;

/** Time in ms without progress after which a client is disconnected. */
const defaultStallMs = 60_000;

/** Streams are not resumable. A high retry interval keeps EventSource from reconnecting. */
const reconnectMs = 43_200_000;

/**
 * Sends events. A return value of false means back-pressure, so the sender should pause until the client catches up.
 */
export type StreamWriter = {
  /** Sends an event. Returns false if the client is slower than the sender. `data` must be a single line. */
  event: (data: string, name?: string) => boolean;
  /** Sends an event that consists of data only. */
  plain: (data: string) => boolean;
  /** Sends a comment to keep the connection alive. */
  beat: () => void;
};

/**
 * Response of an endpoint that streams server-sent events. `run` is called after the headers were sent, and the stream
 * ends when it settles. A handler must listen for the event `close` of `reply.raw` before its first `await`.
 */
export class StreamResponse {
  readonly run: (writer: StreamWriter) => Promise<void>;
  readonly isOnce: boolean;

  /**
   * @param isOnce Sends an id at once, so that a reconnecting EventSource is recognized even if it has received no
   * event.
   */
  constructor(run: (writer: StreamWriter) => Promise<void>, isOnce = false) {
    this.run = run;
    this.isOnce = isOnce;
  }
}

/**
 * Sends a stream directly to the socket, because the framework would queue each chunk. A stream that fails is aborted,
 * so that its client cannot mistake it for a complete one.
 *
 * @param stallMs Time without progress after which a client is disconnected.
 */
export async function sendStream(
  reply: FastifyReply,
  { run, isOnce }: StreamResponse,
  stallMs = defaultStallMs,
): Promise<void> {
  const set = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...set, ...headers } as Record<string, string>);
  raw.flushHeaders();
  // Disable Nagle's algorithm, so that text appears as it is generated.
  raw.socket?.setNoDelay(true);
  const sender = new Sender(raw, stallMs);
  // An id without data dispatches no event, but EventSource remembers it.
  if (isOnce) sender.send(`retry: ${reconnectMs}\nid: 0\n\n`);
  let number = 0;
  try {
    await run({
      event: (data, name) => {
        number += 1;
        return sender.send(`${name === undefined ? "" : `event: ${name}\n`}id: ${number}\ndata: ${data}\n\n`);
      },
      plain: (data) => sender.send(`data: ${data}\n\n`),
      beat: () => void sender.send(": \n\n"),
    });
    sender.end();
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

/** Senders with pending output at the end of this turn of the event loop. */
let waiting: Sender[] = [];

function flushAll(): void {
  const chunks = waiting;
  waiting = [];
  for (const sender of chunks) sender.flush();
}

/**
 * Frames the chunks of a response and writes them to its socket, because Node.js would make four writes per chunk. The
 * output of one turn of the event loop is written at its end, so that the events of one provider packet are sent
 * together. HTTP/1.0 has no chunked encoding, so the response is sent as plain bytes and ends with the connection.
 */
class Sender {
  readonly #raw: ServerResponse;
  readonly #target: Pick<ServerResponse, "write" | "writableNeedDrain" | "destroyed">;
  readonly #isChunked: boolean;
  readonly #stallMs: number;
  #text = "";
  #isFirst = true;
  #stallTimer: NodeJS.Timeout | undefined;

  constructor(raw: ServerResponse, stallMs: number) {
    // Node.js decided this when it sent the headers. From here on, this class does the framing.
    this.#isChunked = raw.chunkedEncoding;
    raw.chunkedEncoding = false;
    this.#raw = raw;
    this.#stallMs = stallMs;
    this.#target = directTargetOf(raw);
    raw.on("drain", () => this.#endStall()).once("close", () => this.#endStall());
  }

  /** Sends text. Returns false if the client is slower than the sender. */
  send(text: string): boolean {
    if (this.#text === "" && !this.#isFirst) {
      if (waiting.length === 0) setImmediate(flushAll);
      waiting.push(this);
    }
    this.#text += text;
    // The first event is flushed at once to keep the time to first byte low.
    if (this.#isFirst) this.flush();
    this.#isFirst = false;
    return !this.#target.writableNeedDrain;
  }

  flush(): void {
    if (this.#text === "") return;
    if (!this.#target.destroyed) {
      this.#target.write(this.#isChunked ? frameOf(this.#text) : this.#text);
      if (this.#target.writableNeedDrain) this.#watchStall();
    }
    this.#text = "";
  }

  /** Returns whether the client is stalled. A pipelined response has no socket until the previous one has ended. */
  #watchStall(): void {
    if (this.#target === this.#raw) return;
    this.#stallTimer ??= setTimeout(() => this.#raw.destroy(), this.#stallMs);
  }

  #endStall(): void {
    clearTimeout(this.#stallTimer);
    this.#stallTimer = undefined;
  }

  end(): void {
    this.flush();
    if (this.#isChunked) this.#raw.end("0\r\n\r\n");
    else this.#raw.end();
  }
}

function frameOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/**
 * Returns the target for chunks, which is the socket itself. A pipelined response behind another one has no socket yet,
 * so it buffers the chunks.
 */
function directTargetOf(
  raw: ServerResponse,
): Pick<ServerResponse, "write" | "writableNeedDrain" | "destroyed"> {
  const { socket } = raw;
  if (socket === null) return raw;
  const emitDrain = () => void raw.emit("drain");
  socket.on("drain", emitDrain);
  raw.once("close", () => socket.off("drain", emitDrain));
  return socket;
}
