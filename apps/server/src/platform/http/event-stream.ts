import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/** Nobody between keeps it, hides it in a buffer, changes it, or tells the next page where it came from. */
const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "referrer-policy": "no-referrer",
} as const;

/** What a stream gives comes once: who opens the address again, by herself or her browser, gets nothing of it. */
const reconnectMs = 43_200_000;

/** A reader who takes nothing for so much is asked to take something before more is read for her. */
export type StreamWriter = {
  /** Sends an event; false when the reader is slower than what is sent. `data` is one line. */
  event: (data: string, name?: string) => boolean;
  /** Sends an event that has nothing but its data. */
  plain: (data: string) => boolean;
  /** A comment: says that the connection lives. */
  beat: () => void;
};

/**
 * The answer of a call that is a stream of server-sent events. `run` is called when the head was sent; the stream ends
 * with it. The handler has noted before its first `await` whether the reader left (`reply.raw`, event `close`).
 */
export class StreamAnswer {
  readonly run: (writer: StreamWriter) => Promise<void>;
  readonly isOnce: boolean;

  /** @param isOnce an EventSource that comes back must be known as such, also when nothing had come by then */
  constructor(run: (writer: StreamWriter) => Promise<void>, isOnce = false) {
    this.run = run;
    this.isOnce = isOnce;
  }
}

/** Sends a stream: past the framework, which would hold each piece in a queue of its own. */
export async function sendStream(reply: FastifyReply, { run, isOnce }: StreamAnswer): Promise<void> {
  const set = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...set, ...headers } as Record<string, string>);
  raw.flushHeaders();
  // Each event is a packet of its own: a text appears as it is made.
  raw.socket?.setNoDelay(true);
  const sender = new Sender(raw);
  // An id without data is no event and is remembered all the same.
  if (isOnce) sender.send(`retry: ${reconnectMs}\nid: 0\n\n`);
  let number = 0;
  await run({
    event: (data, name) => {
      number += 1;
      return sender.send(`${name === undefined ? "" : `event: ${name}\n`}id: ${number}\ndata: ${data}\n\n`);
    },
    plain: (data) => sender.send(`data: ${data}\n\n`),
    beat: () => void sender.send(": \n\n"),
  });
  sender.end();
}

/** Senders that have something to send at the end of this turn of the event loop. */
let waiting: Sender[] = [];

function flushAll(): void {
  const all = waiting;
  waiting = [];
  for (const sender of all) sender.flush();
}

/**
 * Frames the chunks of an answer and writes them to its socket: Node.js would make four writes of each. What one turn of
 * the event loop brings, for one answer and for all, is written at its end: the events of one packet of a provider
 * leave in one. HTTP/1.0 knows no chunks: its answer is the bytes alone, and ends with the connection.
 */
class Sender {
  readonly #raw: ServerResponse;
  readonly #target: Pick<ServerResponse, "write" | "writableNeedDrain" | "destroyed">;
  readonly #isChunked: boolean;
  #text = "";
  #isFirst = true;

  constructor(raw: ServerResponse) {
    // Decided by the head that was sent; from here on the frames are made here.
    this.#isChunked = raw.chunkedEncoding;
    raw.chunkedEncoding = false;
    this.#raw = raw;
    this.#target = directTargetOf(raw);
  }

  /** False when the reader takes less than what is sent. */
  send(text: string): boolean {
    if (this.#text === "" && !this.#isFirst) {
      if (waiting.length === 0) setImmediate(flushAll);
      waiting.push(this);
    }
    this.#text += text;
    // Nobody waits for the first longer than she must.
    if (this.#isFirst) this.flush();
    this.#isFirst = false;
    return !this.#target.writableNeedDrain;
  }

  flush(): void {
    if (this.#text === "") return;
    if (!this.#target.destroyed) this.#target.write(this.#isChunked ? frameOf(this.#text) : this.#text);
    this.#text = "";
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
 * Where chunks go: the socket itself. Behind another answer on the same connection the answer has none yet, and they
 * wait in it.
 */
function directTargetOf(
  raw: ServerResponse,
): Pick<ServerResponse, "write" | "writableNeedDrain" | "destroyed"> {
  const { socket } = raw;
  if (socket === null) return raw;
  const tell = () => void raw.emit("drain");
  socket.on("drain", tell);
  raw.once("close", () => socket.off("drain", tell));
  return socket;
}
