import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Logger } from "pino";
import { connectToPrimary } from "../db/hosts/primary-connections.ts";
import type { Bus, BusHandler, BusPayload } from "./bus.ts";
import { decodeBatch, encodeMessage, messagesMax, nextBatch } from "./notify-batch.ts";
import { RecentIds } from "./recent-ids.ts";

export type PostgresBusOptions = {
  /**
   * Connection URL of the application role. Must be a direct connection, because a transaction pooler does not support
   * LISTEN.
   */
  url: string;
  log: Pick<Logger, "warn" | "error">;
  /** How long a message is held back to be batched with others in one notification. */
  batchMs?: number;
  /** First delay before reconnecting; doubles up to 5 s. */
  reconnectMs?: number;
};

export const notificationChannel = "praxisportal";
const connectionOptions = {
  application_name: "praxisportal bus",
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  keepAlive: true,
};
const reconnectMaxMs = 5_000;
/** Interval of the probes that detect a dead connection which the operating system still reports as open. */
const probeMs = 15_000;
/** Maximum number of messages kept while the database is unavailable; the other processes reload everything anyway. */
const waitingMax = 10_000;

/**
 * Bus over LISTEN and NOTIFY. A notification takes a database-wide lock while it commits, so messages are batched:
 * those of a few milliseconds, up to 20 per notification, and one notification at a time.
 */
export class PostgresBus implements Bus {
  readonly #options: Required<PostgresBusOptions>;
  readonly #origin = randomUUID();
  readonly #handlers = new Map<string, Set<BusHandler>>();
  readonly #gapHandlers = new Set<() => void>();
  /** Encoded messages in publishing order, with their ids; equal messages are sent once. */
  #waiting = new Map<string, string | undefined>();
  /** Ids of messages that subscribers of this process received, and of those that reached the other processes. */
  readonly #deliveredIds = new RecentIds();
  readonly #sentIds = new RecentIds();
  readonly #onSent: (() => void)[] = [];
  #client: pg.Client | undefined;
  #sending: Promise<void> | undefined;
  #batchTimer: NodeJS.Timeout | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #probeTimer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isStopped = false;

  constructor(options: PostgresBusOptions) {
    this.#options = { batchMs: 5, reconnectMs: 250, ...options };
  }

  publish(channel: string, payload: BusPayload, id?: string): void {
    const message = encodeMessage(this.#origin, [channel, payload, id]);
    // Its notification has reached every process that was connected, this one or another has sent it.
    if (id !== undefined && this.#sentIds.has(id)) return;
    this.#deliver(channel, payload, id);
    if (this.#isStopped) return;
    if (this.#waiting.size >= waitingMax) {
      this.#options.log.warn({ dropped: this.#waiting.size }, "bus: database away, waiting messages dropped");
      this.#waiting.clear();
    }
    this.#waiting.set(message, id);
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

  async start(): Promise<void> {
    await this.#connect();
    this.#probeTimer = setInterval(() => void this.#probe(), probeMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const resolve of this.#onSent.splice(0)) resolve();
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#probeTimer);
    await this.#sending;
    while (this.#client !== undefined && this.#waiting.size > 0) {
      this.#flush();
      await this.#sending;
    }
    clearTimeout(this.#batchTimer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async sent(): Promise<void> {
    while (this.#waiting.size > 0 || this.#sending !== undefined) {
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

  async #connect(): Promise<void> {
    const client = await connectToPrimary(this.#options.url, connectionOptions, (each) => {
      each.on("notification", (notification) => this.#receive(notification.payload));
      each.on("error", () => undefined);
      // A connection that breaks while connecting also ends here; the caller then gets the rejection.
      each.on("end", () => this.#lost(each));
    });
    try {
      await client.query(`listen ${notificationChannel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#failures = 0;
    this.#flush();
  }

  #receive(payload: string | undefined): void {
    for (const [channel, message, id] of decodeBatch(this.#origin, payload) ?? []) {
      if (id !== undefined) this.#sentIds.add(id);
      this.#deliver(channel, message, id);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (this.#isStopped) return;
    this.#options.log.warn("bus: connection lost, connecting again");
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
    for (const handler of this.#gapHandlers) handler();
  }

  /** Detects a half-open connection, which receives nothing and reports no error. */
  async #probe(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    try {
      await client.query("select 1");
    } catch {
      if (this.#client === client) this.#drop(client);
    }
  }

  /** Closes a connection without waiting for the other side. */
  #drop(client: pg.Client): void {
    this.#lost(client);
    void client.end().catch(() => undefined);
  }

  #flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    if (this.#sending || this.#client === undefined || this.#waiting.size === 0) return;
    this.#sending = this.#send(this.#client).finally(() => {
      this.#sending = undefined;
      for (const resolve of this.#onSent.splice(0)) resolve();
      // Messages that arrived in the meantime have already waited and are sent at once.
      if (!this.#isStopped) this.#flush();
    });
  }

  async #send(client: pg.Client): Promise<void> {
    const batch = nextBatch(this.#origin, [...this.#waiting.keys().take(messagesMax)]);
    // Removed before sending: an equal message published from now on refers to a later change and must be sent again.
    const taken = batch.messages.map((message) => [message, this.#waiting.get(message)] as const);
    for (const message of batch.messages) this.#waiting.delete(message);
    try {
      await client.query("select pg_notify($1, $2)", [notificationChannel, batch.payload]);
      for (const [, id] of taken) if (id !== undefined) this.#sentIds.add(id);
    } catch {
      // Sent again over the next connection. They may have arrived already; duplicates are harmless.
      this.#waiting = new Map([...taken, ...this.#waiting]);
      if (this.#client === client) this.#drop(client);
    }
  }
}
