import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { ErrorCode } from "@praxisportal/contract/errors";
import { ProblemError, problemBody } from "../problem.ts";

const clientErrors: Readonly<Record<string, readonly [ErrorCode, status: string]>> = {
  HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "431 Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "408 Request Timeout"],
};

/**
 * Responds to requests that Node.js rejects before they reach Fastify, because of broken framing or because their
 * headers are too large or too late.
 */
export function sendClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  // The connection was opened in advance and not used. A response would be mistaken for that of the next request.
  if (socket.bytesRead === 0) return void socket.destroy();
  const [code, status] = clientErrors[error.code ?? ""] ?? (["INVALID_HEADER", "400 Bad Request"] as const);
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(new ProblemError(code), "de", requestId, "/"));
  const lines = Object.entries({
    ...headers,
    "content-type": "application/problem+json; charset=utf-8",
    "content-language": "de",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": requestId,
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
}
