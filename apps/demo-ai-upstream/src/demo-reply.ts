import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The client disconnected before the response was complete. */
export class ClientDisconnected extends Error {}

/** The body exceeds the limit of the call. */
export class BodyTooLarge extends Error {}

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Destroying the request would close the connection before the error response is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const errorNames: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ["invalid_request_error", null],
  401: ["invalid_request_error", "invalid_api_key"],
  404: ["invalid_request_error", "model_not_found"],
  413: ["invalid_request_error", null],
  429: ["requests", "rate_limit_exceeded"],
};

/** Returns an error body in OpenAI's format. */
export function errorBody(status: number, message: string) {
  const [type, code] = errorNames[status] ?? [status < 500 ? "invalid_request_error" : "server_error", null];
  return { error: { message: `Demonstration: ${message}`, type, param: null, code } };
}

export function sendError(response: ServerResponse, status: number, message: string): void {
  if (status === 429 && !response.headersSent) response.setHeader("retry-after", "1");
  sendJson(response, status, errorBody(status, message));
}

/** Writes and waits for back-pressure to clear. @throws {ClientDisconnected} */
export async function write(
  response: ServerResponse,
  text: string,
  disconnectSignal: AbortSignal,
): Promise<void> {
  if (disconnectSignal.aborted) throw new ClientDisconnected();
  if (response.write(text)) return;
  try {
    await once(response, "drain", { signal: disconnectSignal });
  } catch {
    throw new ClientDisconnected();
  }
}
