import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type Options = {
  /** Text in the first bytes of the connections that the proxy holds. Without it, the proxy holds all. */
  heldText?: string;
  /** Creates for each connection a function that changes the data from the target. */
  change?: () => (bytes: Buffer) => Buffer;
};

type Pairs = Set<{ client: Socket; target: Socket; isHoldable: boolean }>;

/** Text in the first packet of a portal's connection that carries the bus over LISTEN and NOTIFY. */
export const busConnectionText = "praxisportal bus";

/** Returns an {@link Options.change} that drops the notifications of PostgreSQL while `isDropping`. */
export function dropNotifications(isDropping: () => boolean): () => (bytes: Buffer) => Buffer {
  return () => {
    let buffered: Buffer = Buffer.alloc(0);
    return (bytes) => {
      buffered = Buffer.concat([buffered, bytes]);
      const passed: Buffer[] = [];
      // A message begins with its type in one byte and its length, without the type, in four.
      while (buffered.length >= 5 && buffered.length >= 1 + buffered.readInt32BE(1)) {
        const length = 1 + buffered.readInt32BE(1);
        const isNotification = buffered[0] === 0x41;
        if (!isNotification || !isDropping()) passed.push(buffered.subarray(0, length));
        buffered = buffered.subarray(length);
      }
      return Buffer.concat(passed);
    };
  };
}

/**
 * Forwards connections to a port of this machine, like a proxy in front of a primary and its standby. Held connections
 * stay open but transfer no data, so that neither side detects this before its own time limits. Data that was sent
 * meanwhile is delivered when they are released.
 */
export class TcpProxy {
  readonly port: number;
  /** Port to which new connections are forwarded. */
  target: number;
  readonly #close: () => void;
  readonly #pairs: Pairs;
  #isHeld = false;

  private constructor(port: number, target: number, pairs: Pairs, close: () => void) {
    this.port = port;
    this.target = target;
    this.#pairs = pairs;
    this.#close = close;
  }

  static async open(targetPort: number, { heldText, change }: Options = {}): Promise<TcpProxy> {
    const pairs: Pairs = new Set();
    const server = createServer((client) => {
      const target = connect(proxy.target, "127.0.0.1");
      const pair = { client, target, isHoldable: heldText === undefined };
      const transform = change?.() ?? ((bytes: Buffer) => bytes);
      pairs.add(pair);
      for (const [from, to] of [
        [client, target],
        [target, client],
      ] as const) {
        from.setNoDelay(true);
        from.on("data", (bytes: Buffer) => {
          if (from === target) return void to.write(transform(bytes));
          to.write(bytes);
          if (pair.isHoldable || heldText === undefined || !bytes.includes(heldText)) return;
          pair.isHoldable = true;
          proxy.#apply();
        });
        from.on("error", () => to.destroy());
        from.on("close", () => {
          pairs.delete(pair);
          to.destroy();
        });
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const proxy = new TcpProxy(port, targetPort, pairs, () => server.close());
    server.on("connection", () => proxy.#apply());
    return proxy;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  set isHeld(isHeld: boolean) {
    this.#isHeld = isHeld;
    this.#apply();
  }

  cutConnections(): void {
    for (const { client, target } of this.#pairs) {
      client.destroy();
      target.destroy();
    }
  }

  /** Ends all connections and stops listening. */
  close(): void {
    this.cutConnections();
    this.#close();
  }

  #apply(): void {
    for (const { client, target, isHoldable } of this.#pairs) {
      for (const socket of [client, target]) {
        if (this.#isHeld && isHoldable) socket.pause();
        else socket.resume();
      }
    }
  }
}
