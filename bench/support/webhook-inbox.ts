import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request: its path, the `performance.now()` of its arrival, and its delay since the event. */
type Arrival = { path: string; atMs: number; delayMs: number };

/** Accepts webhooks on this machine and records the arrival of each. Requests to the path `/hangs` get no response. */
export class WebhookInbox {
  readonly #server = createServer((incoming, response) => void this.#receive(incoming, response));
  #waiting: (() => void)[] = [];
  arrivals: Arrival[] = [];
  url = "";

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Waits until this many requests have arrived, without those that hang. Returns them and clears the list. */
  async take(count: number): Promise<Arrival[]> {
    const answeredArrivals = (): Arrival[] => this.arrivals.filter(({ path }) => path !== "/hangs");
    while (this.arrivals.length < count || answeredArrivals().length < count) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const arrivals = answeredArrivals();
    this.arrivals = [];
    return arrivals;
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const path = incoming.url ?? "/";
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
    this.arrivals.push({ path, atMs: performance.now(), delayMs: Date.now() - Date.parse(timestamp) });
    if (path !== "/hangs") response.end("ok");
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
