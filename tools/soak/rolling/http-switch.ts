import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Forwards requests and websockets to one process of the portal, and later to another one, like a proxy that takes a
 * server out of service. The former process finishes the requests it has received.
 */
export class HttpSwitch {
  readonly origin: string;
  readonly #close: () => void;
  #target: URL;
  #agent = new Agent({ keepAlive: true });

  private constructor(target: string, port: number, close: () => void) {
    this.#target = new URL(target);
    this.origin = `http://localhost:${port}`;
    this.#close = close;
  }

  static async open(target: string): Promise<HttpSwitch> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    server.listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const proxy = new HttpSwitch(target, port, () => {
      server.close();
      server.closeAllConnections();
    });
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) =>
      proxy.#forward(incoming, outgoing),
    );
    server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
      proxy.#upgrade(incoming, socket, head),
    );
    return proxy;
  }

  /** Sends all new requests to another process, and closes the idle connections to the former one. */
  switchTo(target: string): void {
    const former = this.#agent;
    this.#target = new URL(target);
    this.#agent = new Agent({ keepAlive: true });
    former.on("free", (socket: Socket) => socket.destroy());
    for (const socket of Object.values(former.freeSockets).flat()) socket?.destroy();
  }

  close(): void {
    this.#close();
  }

  /** Forwards a request. A request that fails is not repeated, and its connection to the client is closed. */
  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const forwarded = request(this.#target, { method, path, headers, agent: this.#agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  #upgrade({ url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = connect(Number(this.#target.port), this.#target.hostname);
    const lines = [`GET ${url} HTTP/1.1`];
    for (let index = 0; index < rawHeaders.length; index += 2)
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
    target.write(`${lines.join("\r\n")}\r\n\r\n`);
    target.write(head);
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  }
}
