import type { IncomingMessage, ServerResponse } from "node:http";

/** The body exceeds the limit. */
export class BodyTooLarge extends Error {}

const bodyMaxBytes = 65_536;
/** Above 2 MiB. */
const oversizedBytes = 2_097_152 + 65_536;

/** Reads the body of a request as text. @throws {BodyTooLarge} */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Destroying the request would close the connection before the error response is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyMaxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  { isOversized = false } = {},
): void {
  const json = JSON.stringify(body);
  sendText(response, status, isOversized ? json.padEnd(oversizedBytes) : json);
}

export function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { fehler: message });
}

/** Sends the beginning of a list, as if the server had stopped in the middle. */
export function sendMalformed(response: ServerResponse): void {
  sendText(response, 200, '{"data":[{"id":');
}

function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(text);
}
