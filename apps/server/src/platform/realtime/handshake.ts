import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type DeviceCookie, readCookie } from "../http/origin/cookies.ts";
import { isForwarded } from "../http/origin/forwarded.ts";
import { networkOf } from "../http/origin/network-of.ts";

/** Relevant parts of a websocket upgrade request. */
export type Handshake = {
  path: string;
  token: string | undefined;
  origin: string | undefined;
  deviceSecret: string | undefined;
  isForwarded: boolean;
  /** Network of the client. Sockets are limited per network. */
  network: string;
};

/** Settings that affect how a handshake is read. */
export type HandshakeRules = { cookie: Pick<DeviceCookie, "name">; trustedProxies: number };

export function readHandshake(request: IncomingMessage, rules: HandshakeRules): Handshake {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  return {
    path,
    token: new URLSearchParams(query).get("token") ?? undefined,
    origin: request.headers.origin,
    deviceSecret: readCookie(request.headers.cookie, rules.cookie.name),
    isForwarded: isForwarded(request),
    network: networkOf(clientAddress(request, rules.trustedProxies)),
  };
}

/** Returns the client address in the same way as Fastify: one step back per trusted proxy. */
function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const addresses = forwarded.map((address) => address.trim()).filter((address) => address !== "");
  const steps = [socket.remoteAddress ?? "", ...addresses.toReversed()];
  return steps[Math.min(trustedProxies, steps.length - 1)] ?? "";
}

const statusTexts = { 404: "Not Found", 503: "Service Unavailable" } as const;

/** Responds to an upgrade request with an HTTP status and closes the connection. */
export function rejectHandshake(socket: Duplex, status: keyof typeof statusTexts): void {
  if (socket.destroyed) return;
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n`,
  );
}
