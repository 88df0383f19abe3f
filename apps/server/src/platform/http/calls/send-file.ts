import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FileAnswer } from "./file-answer.ts";

/** A client that takes nothing of a file for this long is disconnected. */
const defaultStallMs = 60_000;

/**
 * Sends a file while it is read. A file is read as fast as its client takes it, and occupies slots and perhaps a
 * database connection until then, so a client that takes nothing is disconnected, which ends the reading too.
 *
 * @param stallMs how long a client may take nothing
 */
export function sendFile(
  reply: FastifyReply,
  { name, contentType, chunks }: FileAnswer,
  stallMs = defaultStallMs,
) {
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return reply.type(contentType).send(Readable.from(whileTaken(reply.raw, chunks, stallMs)));
}

/** Yields the chunks and destroys the response when the next one, or its end, is not reached in time. */
async function* whileTaken(
  raw: ServerResponse,
  chunks: FileAnswer["chunks"],
  stallMs: number,
): AsyncGenerator<string | Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    timer = setTimeout(() => raw.destroy(), stallMs).unref();
  };
  try {
    for await (const chunk of chunks) {
      watch();
      yield chunk;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
  // The last chunks may still be waiting for the client.
  watch();
  // The stream and the hooks of the request already add up to the ten listeners above which Node.js suspects a leak.
  raw.setMaxListeners(20).once("close", () => clearTimeout(timer));
}
