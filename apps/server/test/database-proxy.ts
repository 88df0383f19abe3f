import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Passes connections on to a database server, as a proxy in front of a primary and its standby does. */
export class DatabaseProxy {
  readonly #server = createServer((socket) => this.#pass(socket));
  readonly #sockets = new Set<Socket>();
  /** Port of the server that new connections reach. */
  port: number;

  constructor(port: number) {
    this.port = port;
  }

  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  cutConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cutConnections();
    this.#server.close();
  }

  #pass(socket: Socket): void {
    const target = connect(this.port, "127.0.0.1");
    this.#sockets.add(socket).add(target);
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
