import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Bus, BusHandler, BusPayload, BusState } from "../bus.ts";
import type { BusConnection, BusDriver } from "./bus-driver.ts";
import { OutgoingMessages } from "./outgoing-messages.ts";
import { decodePacket, encodePacket, type Signal } from "./packets.ts";
import { PeerMonitor } from "./peer-monitor.ts";
import type { ProcessRegister } from "./process-register.platform-queries.ts";
import { RecentIds } from "./recent-ids.ts";

export type ProcessBusOptions = {
  driver: BusDriver;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Register of the processes. Without it, no process is expected. */
  register?: ProcessRegister;
  /** Whether the process also starts while the bus is down, and connects later. */
  startsWithoutBus?: boolean;
  /** Time for which a message waits to be batched with others in one packet. */
  batchMs?: number;
  /** First delay before reconnecting. It doubles up to 5 s. */
  reconnectMs?: number;
};

const reconnectMaxMs = 5_000;
/** Time without a connection after which the bus counts as down, so that callers no longer wait for it. */
const downMs = 2_000;

/**
 * Bus that uses a driver. Sends the messages of a few milliseconds in packets of up to 20, one packet at a time,
 * because a notification of PostgreSQL takes a database-wide lock while it commits.
 */
export class ProcessBus implements Bus {
  readonly #options: ProcessBusOptions & { batchMs: number; reconnectMs: number };
  /** Id of this process in the register. */
  readonly id = randomUUID();
  readonly #handlers = new Map<string, Set<BusHandler>>();
  readonly #gapHandlers = new Set<() => void>();
  readonly #outgoing = new OutgoingMessages(this.id);
  readonly #peers: PeerMonitor;
  /** Ids of messages received by subscribers of this process, and of messages sent to the other processes. */
  readonly #deliveredIds = new RecentIds();
  readonly #sentIds = new RecentIds();
  readonly #onSent: (() => void)[] = [];
  #connection: BusConnection | undefined;
  #sending: Promise<void> | undefined;
  #batchTimer: NodeJS.Timeout | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #downTimer: NodeJS.Timeout | undefined;
  #isDown = false;
  /** Number of packets without messages in flight. */
  #signals = 0;
  #failures = 0;
  #isStopped = false;

  constructor(options: ProcessBusOptions) {
    this.#options = { batchMs: 5, reconnectMs: 250, ...options };
    this.#peers = new PeerMonitor({
      id: this.id,
      register: options.register,
      isConnected: () => this.#connection !== undefined,
      beat: () => this.#signal(),
      onGap: () => this.#reload(),
      log: options.log,
    });
  }

  publish(channel: string, payload: BusPayload, id?: string): void {
    // The packet has already reached every connected process.
    if (id !== undefined && this.#sentIds.has(id)) return;
    this.#deliver(channel, payload, id);
    if (this.#isStopped) return;
    const dropped = this.#outgoing.add([channel, payload, id]);
    if (dropped > 0) this.#options.log.warn({ dropped }, "bus: down, so waiting messages were dropped");
    this.#batchTimer ??= setTimeout(() => this.#flush(), this.#options.batchMs);
  }

  subscribe(channel: string, handler: BusHandler): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  onGap(handler: () => void): () => void {
    this.#gapHandlers.add(handler);
    return () => this.#gapHandlers.delete(handler);
  }

  state(): BusState {
    const { driver } = this.#options;
    return { driver: driver.name, isConnected: this.#connection !== undefined, ...this.#peers.state() };
  }

  async start(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      if (this.#options.startsWithoutBus !== true) throw error;
      this.#options.log.warn({ err: error }, "bus: no connection yet");
      this.#isDown = true;
      this.#scheduleReconnect();
    }
    await this.#peers.start();
    // This is sent after the process is registered, so that the others find it when they hear it.
    this.#signal("hello");
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const resolve of this.#onSent.splice(0)) resolve();
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#downTimer);
    await this.#sending;
    while (this.#connection !== undefined && !this.#outgoing.isEmpty) {
      this.#flush();
      await this.#sending;
    }
    clearTimeout(this.#batchTimer);
    await this.#peers.stop();
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.send(encodePacket({ ...this.#outgoing.head, signal: "bye" })).catch(() => undefined);
    await connection?.close();
  }

  async sent(): Promise<void> {
    while (!this.#isDown && (!this.#outgoing.isEmpty || this.#sending !== undefined)) {
      if (this.#isStopped) throw new Error("the bus has stopped");
      const next = Promise.withResolvers<void>();
      this.#onSent.push(next.resolve);
      await next.promise;
    }
  }

  #deliver(channel: string, payload: BusPayload, id?: string): void {
    if (id !== undefined && !this.#deliveredIds.add(id)) return;
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#options.log.error({ err: error, channel }, "bus: a subscriber failed");
      }
    }
  }

  #reload(): void {
    for (const handler of this.#gapHandlers) handler();
  }

  async #connect(): Promise<void> {
    // A connection may end before the driver has returned it.
    const opened = { hasEnded: false, end: () => {} };
    const connection = await this.#options.driver.connect({
      onPacket: (packet) => this.#receive(packet),
      onClosed: () => {
        opened.hasEnded = true;
        opened.end();
      },
    });
    if (opened.hasEnded) throw new Error("the connection ended at once");
    opened.end = () => this.#lost(connection);
    this.#connection = connection;
    this.#failures = 0;
    this.#isDown = false;
    clearTimeout(this.#downTimer);
    this.#flush();
  }

  #receive(text: string): void {
    const packet = decodePacket(text);
    if (packet === undefined || packet.from === this.id) return;
    for (const [channel, message, id] of packet.messages) {
      if (id !== undefined) this.#sentIds.add(id);
      this.#deliver(channel, message, id);
    }
    this.#peers.recordPacket(packet);
  }

  #lost(connection: BusConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.#isStopped) return;
    this.#options.log.warn("bus: connection lost, connecting again");
    this.#downTimer = setTimeout(() => {
      this.#isDown = true;
      this.#settleWaiting();
    }, downMs);
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    const delay = Math.min(this.#options.reconnectMs * 2 ** this.#failures, reconnectMaxMs);
    this.#failures += 1;
    this.#reconnectTimer = setTimeout(() => void this.#reconnect(), delay);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      this.#options.log.warn({ err: error }, "bus: no connection yet");
      if (!this.#isStopped) this.#scheduleReconnect();
      return;
    }
    if (this.#isStopped) {
      await this.stop();
      return;
    }
    this.#signal("hello");
    this.#peers.recordGap();
  }

  /** Sends a packet without messages, which is not repeated if it is lost. Without a signal it is a heartbeat. */
  #signal(signal?: Signal): void {
    const connection = this.#connection;
    // While the server does not respond, further heartbeats would only accumulate.
    if (connection === undefined || (signal === undefined && this.#signals > 0)) return;
    this.#signals += 1;
    connection
      .send(encodePacket({ ...this.#outgoing.head, ...(signal && { signal }) }))
      .catch(() => this.#drop(connection))
      .finally(() => {
        this.#signals -= 1;
      });
  }

  /** Closes a connection without waiting for the other side. */
  #drop(connection: BusConnection): void {
    this.#lost(connection);
    void connection.close();
  }

  #settleWaiting(): void {
    for (const resolve of this.#onSent.splice(0)) resolve();
  }

  #flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    if (this.#sending || this.#connection === undefined || this.#outgoing.isEmpty) return;
    this.#sending = this.#send(this.#connection).finally(() => {
      this.#sending = undefined;
      this.#settleWaiting();
      // Messages that arrived in the meantime have already waited and are sent at once.
      if (!this.#isStopped) this.#flush();
    });
  }

  async #send(connection: BusConnection): Promise<void> {
    const packet = this.#outgoing.next(connection.maxBytes, (channel) =>
      this.#options.log.error(
        { channel },
        "bus: a message is too large, so the other processes reload instead",
      ),
    );
    // All messages were too large. The others detect this by the next number.
    if (packet === undefined) return this.#signal();
    try {
      await connection.send(packet.text);
      this.#outgoing.confirm();
      for (const id of packet.ids) this.#sentIds.add(id);
    } catch {
      // The packet is sent again over the next connection. It may have arrived already, but duplicates are harmless.
      this.#drop(connection);
    }
  }
}
