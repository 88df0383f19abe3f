import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FileResponse } from "./file-response.ts";

/** Time in ms without progress after which a client is disconnected. */
const defaultStallMs = 60_000;

/**
 * Streams a file and reads it only as fast as the client receives it. Meanwhile the call occupies slots and perhaps a
 * database connection, so a client that stops receiving is disconnected, which also ends the read.
 *
 * @param stallMs Maximum time without progress.
 */
export function sendFile(
  reply: FastifyReply,
  { name, contentType, chunks }: FileResponse,
  stallMs = defaultStallMs,
) {
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return reply.type(contentType).send(Readable.from(unlessStalled(reply.raw, chunks, stallMs)));
}

/** Yields the chunks. Destroys the response if the client does not receive each of them in time. */
async function* unlessStalled(
  raw: ServerResponse,
  chunks: FileResponse["chunks"],
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
  // The stream and the request hooks already add ten listeners. With more than ten, Node.js warns about a leak.
  raw.setMaxListeners(20).once("close", () => clearTimeout(timer));
}
