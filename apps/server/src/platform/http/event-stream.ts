import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/**
 * Keeps intermediaries from caching, buffering or transforming the stream, and keeps its URL out of the Referer header.
 */
const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "referrer-policy": "no-referrer",
} as const;

/** A client that reads nothing for this long is disconnected. */
const defaultStallMs = 60_000;

/** Streams are not resumable. A high retry interval keeps EventSource from reconnecting. */
const reconnectMs = 43_200_000;

/**
 * Sends events. Back-pressure: a return value of false means that the sender should pause until the client catches up.
 */
export type StreamWriter = {
  /** Sends an event; returns false when the client is slower than the sender. `data` must be a single line. */
  event: (data: string, name?: string) => boolean;
  /** Sends an event that consists of data only. */
  plain: (data: string) => boolean;
  /** Sends a comment to keep the connection alive. */
  beat: () => void;
};

/**
 * Response of an endpoint that streams server-sent events. `run` is called after the headers were sent, and the stream
 * ends when it settles. A handler must listen for a disconnect (`reply.raw`, event `close`) before its first `await`.
 */
export class StreamResponse {
  readonly run: (writer: StreamWriter) => Promise<void>;
  readonly isOnce: boolean;

  /**
   * @param isOnce sends an id at once, so that a reconnecting EventSource is recognized even when it has received no
   * event
   */
  constructor(run: (writer: StreamWriter) => Promise<void>, isOnce = false) {
    this.run = run;
    this.isOnce = isOnce;
  }
}

/**
 * Sends a stream directly to the socket, because the framework would queue each chunk. A stream that fails is cut off,
 * so that its client cannot mistake it for a complete one.
 *
 * @param stallMs how long a client may read nothing before it is disconnected
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
  const all = waiting;
  waiting = [];
  for (const sender of all) sender.flush();
}

/**
 * Frames the chunks of a response and writes them to its socket, because Node.js would make four writes per chunk.
 * Everything produced in one turn of the event loop is written at its end, so that the events of one provider packet
 * leave together. HTTP/1.0 has no chunked encoding: the response is sent as plain bytes and ends with the connection.
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
    // Decided when the headers were sent; from here on this class does the framing.
    this.#isChunked = raw.chunkedEncoding;
    raw.chunkedEncoding = false;
    this.#raw = raw;
    this.#stallMs = stallMs;
    this.#target = directTargetOf(raw);
    raw.on("drain", () => this.#endStall()).once("close", () => this.#endStall());
  }

  /** Returns false when the client is slower than the sender. */
  send(text: string): boolean {
    if (this.#text === "" && !this.#isFirst) {
      if (waiting.length === 0) setImmediate(flushAll);
      waiting.push(this);
    }
    this.#text += text;
    // Flush the first event at once to keep time-to-first-byte low.
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

  /** A pipelined response has no socket until the one before it has ended; its client is not stalled. */
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
 * Returns the target for chunks: the socket itself. A pipelined response behind another one has no socket yet and
 * buffers them itself.
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
