import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { portalOrigins } from "./portal.ts";

/** Response that the proxy sends instead of the portal: a status with its own page, or no response. */
export type ProxyFault = number | "no response";

/** A reverse proxy in front of a portal. */
export interface FaultyProxy {
  readonly url: string;
  /** Passes requests on to this address. */
  connect: (target: string) => void;
  /** Answers calls whose path matches with a fault; undefined restores the normal behavior. */
  setFault: (path: RegExp, fault: ProxyFault | undefined) => void;
  stop: () => Promise<void>;
}

/** Starts a proxy on a free port. It sends the address of the client in `X-Forwarded-For`, as nginx does. */
export async function startFaultyProxy(): Promise<FaultyProxy> {
  let target = "";
  let broken: { path: RegExp; fault: ProxyFault } | undefined;

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const address = incoming.socket.remoteAddress ?? "";
    const headers = { ...incoming.headers, "x-forwarded-for": address, "x-forwarded-proto": "http" };
    const outgoing = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers });
    outgoing.on("response", (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    // The browser aborted the request, for example by leaving the page.
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer((incoming, response) => {
    if (!broken?.path.test(incoming.url ?? "")) return forward(incoming, response);
    if (broken.fault === "no response") return void response.destroy();
    response.writeHead(broken.fault, { "content-type": "text/html" });
    response.end(`<h1>${broken.fault}</h1>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  portalOrigins.add(url);
  return {
    url,
    connect: (address) => {
      target = address;
    },
    setFault: (path, fault) => {
      broken = fault === undefined ? undefined : { path, fault };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
