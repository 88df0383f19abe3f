import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type DeviceCookie, readCookie } from "../http/cookies.ts";
import { isForwarded } from "../http/forwarded.ts";
import { networkOf } from "../http/network-of.ts";

/** What a request for a websocket brings. */
export type Handshake = {
  path: string;
  token: string | undefined;
  origin: string | undefined;
  deviceSecret: string | undefined;
  isForwarded: boolean;
  /** The network of the client, by which sockets are counted. */
  network: string;
};

/** What decides how a handshake is read. */
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

/** The address of the client as Fastify reads it: as many steps back as proxies are trusted. */
function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const named = forwarded.map((each) => each.trim()).filter((each) => each !== "");
  const steps = [socket.remoteAddress ?? "", ...named.toReversed()];
  return steps[Math.min(trustedProxies, steps.length - 1)] ?? "";
}

const statusTexts = { 404: "Not Found", 503: "Service Unavailable" } as const;

/** Answers a request for a websocket with a status instead, and ends the connection. */
export function refuseHandshake(socket: Duplex, status: keyof typeof statusTexts): void {
  if (socket.destroyed) return;
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n`,
  );
}
