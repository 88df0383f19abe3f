import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { isForwarded } from "../http/forwarded.ts";

/** What a request for a websocket brings. */
export type Handshake = {
  path: string;
  token: string | undefined;
  origin: string | undefined;
  isForwarded: boolean;
};

export function readHandshake(request: IncomingMessage): Handshake {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  return {
    path,
    token: new URLSearchParams(query).get("token") ?? undefined,
    origin: request.headers.origin,
    isForwarded: isForwarded(request),
  };
}

const statusTexts = { 404: "Not Found", 503: "Service Unavailable" } as const;

/** Answers a request for a websocket with a status instead, and ends the connection. */
export function refuseHandshake(socket: Duplex, status: keyof typeof statusTexts): void {
  if (socket.destroyed) return;
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n`,
  );
}
