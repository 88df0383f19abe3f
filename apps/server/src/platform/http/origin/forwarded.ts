import type { IncomingMessage } from "node:http";
import { isLoopback } from "../../config/public-address.ts";
import { networkOf } from "./network-of.ts";

/** Headers that proxies, load balancers and content delivery networks add. */
const forwardingHeaders: ReadonlySet<string> = new Set([
  "via",
  "forwarded",
  "client-ip",
  "x-real-ip",
  "x-real-port",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-remote-addr",
  "x-remote-ip",
  "x-originating-ip",
  "x-original-host",
  "x-original-url",
  "x-proxyuser-ip",
  "x-envoy-external-address",
  "x-envoy-original-path",
  "x-arr-ssl",
  "x-azure-clientip",
  "x-azure-ref",
  "x-appengine-user-ip",
  "x-vercel-id",
  "x-nf-client-connection-ip",
  "x-amzn-trace-id",
  "x-amz-cf-id",
  "x-cloud-trace-context",
  "true-client-ip",
  "fastly-client-ip",
  "fly-client-ip",
  "do-connecting-ip",
  "cdn-loop",
  "front-end-https",
]);

/** Prefixes of such headers. */
const forwardingFamily = /^(?:x-forwarded-|x-original-forwarded-|cf-|x-akamai-)/;

/**
 * Returns whether a request came through a proxy. This includes a connection from this machine whose `Host` names
 * another machine, and HTTP/1.0. Local clients use HTTP/1.1, while nginx by default adds no header and uses HTTP/1.0.
 */
export function isForwarded(request: Pick<IncomingMessage, "headers" | "httpVersion" | "socket">): boolean {
  const { headers } = request;
  if (request.httpVersion === "1.0") return true;
  for (const name in headers) if (forwardingHeaders.has(name) || forwardingFamily.test(name)) return true;
  if (headers.host === undefined || isLoopback(hostName(headers.host))) return false;
  return isLoopback(networkOf(request.socket.remoteAddress ?? ""));
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "");
}
