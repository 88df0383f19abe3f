import type { FastifyReply } from "fastify";
import { sendStream, StreamResponse } from "../event-stream.ts";
import { FileResponse } from "./file-response.ts";
import { PlainText } from "./plain-text.ts";
import { JsonText } from "./handler.ts";
import { HtmlPage, sendPage } from "./html-page.ts";
import { sendFile } from "./send-file.ts";

/**
 * Writes the result of a handler as the response, which is a file, a page, a stream of events, plain text or JSON.
 *
 * @param status Status of the response, unless the handler set another one.
 * @param stallMs Maximum time without progress of a file, by default that of `sendFile`.
 */
export function sendResult(reply: FastifyReply, result: unknown, status: number, stallMs?: number) {
  if (!reply.raw.headersSent && reply.statusCode === 200) reply.code(status);
  if (result instanceof FileResponse) return sendFile(reply, result, stallMs);
  if (result instanceof HtmlPage) return sendPage(reply, result);
  if (result instanceof StreamResponse) return sendStream(reply, result);
  if (result instanceof JsonText) return reply.type("application/json; charset=utf-8").send(result.text);
  if (result instanceof PlainText) return reply.type("text/plain; charset=utf-8").send(result.text);
  return result === undefined ? reply.send() : reply.send(result);
}
