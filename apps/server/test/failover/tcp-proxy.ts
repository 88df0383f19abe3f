import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Passes connections on to a port of this machine, as a proxy in front of a primary and its standby does. Tests move it
 * to another server, hold its bytes back or cut its connections.
 */
export class TcpProxy {
  readonly #server = createServer((socket) => this.#pass(socket));
  readonly #sockets = new Set<Socket>();
  #isHeld = false;
  /** Port of the server that new connections reach. */
  target: number;

  constructor(target: number) {
    this.target = target;
  }

  /** Starts listening and returns the port. */
  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  /** Holds back all bytes, in both directions, until {@link resume}: the connections stay open and hang. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  resume(): void {
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.resume();
  }

  cutConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cutConnections();
    this.#server.close();
  }

  #pass(socket: Socket): void {
    const target = connect(this.target, "127.0.0.1");
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      if (this.#isHeld) from.pause();
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
