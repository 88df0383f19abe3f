import { once } from "node:events";
import { type IncomingMessage } from "node:http";
import { request } from "node:https";
import { WebSocket } from "ws";

/** Address of a client on this machine, different from the addresses of the proxy and the portal. */
export const clientAddress = "127.0.0.2";

/** Headers with which a client pretends to be a different one behind another proxy. */
export const forgedHeaders = {
  "x-forwarded-for": "203.0.113.9",
  "x-real-ip": "203.0.113.9",
  forwarded: "for=203.0.113.9;proto=http",
} as const;

export type ProxyResponse = {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  /** Times at which the chunks of the body arrived, in ms since the first byte of the response. */
  arrivals: readonly number[];
};

type Call = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** A browser at {@link clientAddress} that trusts the certificate of the proxy. */
export class ProxyClient {
  readonly origin: string;
  readonly #ca: string;

  constructor(origin: string, ca: string) {
    this.origin = origin;
    this.#ca = ca;
  }

  /** Makes a call with the headers of a portal page. */
  async call(path: string, { method = "GET", headers = {}, body }: Call = {}): Promise<ProxyResponse> {
    const outgoingRequest = request(new URL(path, this.origin), {
      method,
      agent: false,
      ca: this.#ca,
      localAddress: clientAddress,
      headers: { origin: this.origin, "sec-fetch-site": "same-origin", ...headers },
    });
    outgoingRequest.end(body);
    const [response] = (await once(outgoingRequest, "response")) as [IncomingMessage];
    const startedAt = performance.now();
    const arrivals: number[] = [];
    let text = "";
    for await (const chunk of response as AsyncIterable<Buffer>) {
      arrivals.push(performance.now() - startedAt);
      text += chunk.toString("utf8");
    }
    return { status: response.statusCode ?? 0, headers: response.headers, text, arrivals };
  }

  /** Opens a live connection and resolves once the portal has accepted it. */
  async openSocket(ticket: string, cookie: string): Promise<WebSocket> {
    const url = `${this.origin.replace("https:", "wss:")}/ws?token=${ticket}`;
    const socket = new WebSocket(url, {
      ca: this.#ca,
      localAddress: clientAddress,
      headers: { origin: this.origin, cookie },
    });
    await once(socket, "message");
    return socket;
  }
}
