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
  // Framed here, in one write to the socket: Node would make four of each piece. The head says that it is chunked.
  raw.chunkedEncoding = false;
  const write = (text: string) =>
    raw.destroyed || raw.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  // An id without data is no event and is remembered all the same.
  if (isOnce) write(`retry: ${reconnectMs}\nid: 0\n\n`);
  let number = 0;
  await run({
    event: (data, name) => {
      number += 1;
      return write(`${name === undefined ? "" : `event: ${name}\n`}id: ${number}\ndata: ${data}\n\n`);
    },
    plain: (data) => write(`data: ${data}\n\n`),
    beat: () => void write(": \n\n"),
  });
  raw.end("0\r\n\r\n");
}
