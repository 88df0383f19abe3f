import type { Logger } from "pino";
import type { BusState } from "../bus.ts";
import type { Packet } from "./packets.ts";
import { PeerWatch } from "./peer-watch.ts";
import type { ProcessRegister } from "./process-register.platform-queries.ts";

/** Interval of heartbeats to the other processes. */
const heartbeatMs = 250;
/** Interval of heartbeats while no other process is registered, which detect a dead connection. */
const idleHeartbeatMs = 15_000;
/** Interval at which the row in the register is updated. */
const registerMs = 1_000;
/** Interval at which cached data is reloaded while the process is blind. */
const pulseMs = 500;

export type PeerMonitorOptions = {
  /** Id of this process. */
  id: string;
  register: ProcessRegister | undefined;
  isConnected: () => boolean;
  /** Sends a heartbeat. */
  beat: () => void;
  /** Called when messages may have been missed. */
  onGap: () => void;
  log: Pick<Logger, "info" | "warn">;
};

/**
 * Detects when messages from other processes may have been missed. A process reloads once if there is a gap in the
 * packet numbers. It is blind if it does not hear every registered process or has no connection. Then it reloads at
 * each pulse until it hears all of them, and once more after that. A process without peers rarely sends heartbeats.
 */
export class PeerMonitor {
  readonly #options: PeerMonitorOptions;
  readonly #watch = new PeerWatch();
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #registerTimer: NodeJS.Timeout | undefined;
  #reloadTimer: NodeJS.Timeout | undefined;
  #registering: Promise<void> | undefined;
  /** Interval of the current heartbeats. */
  #beatMs = 0;
  #isBlind = false;
  #gaps = 0;
  #reloadedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(options: PeerMonitorOptions) {
    this.#options = options;
  }

  /** Registers this process. */
  async start(): Promise<void> {
    if (this.#options.register !== undefined) {
      await this.#registerNow();
      this.#registerTimer = setInterval(() => void this.#registerNow(), registerMs);
    }
    this.#setInterval();
  }

  /** Ends all timers and removes this process from the register. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#heartbeatTimer);
    clearInterval(this.#registerTimer);
    clearTimeout(this.#reloadTimer);
    await this.#registering;
    await this.#options.register?.remove(this.#options.id).catch(() => undefined);
  }

  /** Records a packet from another process. */
  recordPacket({ from, seq, signal, messages }: Packet): void {
    if (signal === "bye") return this.#watch.remove(from);
    const isNew = !this.#watch.has(from);
    if (this.#watch.recordPacket(from, seq, messages.length > 0)) this.recordGap();
    if (signal === "hello") this.#options.beat();
    if (isNew) void this.#registerNow();
  }

  state(): Pick<BusState, "isBlind" | "peers" | "gaps"> {
    return { isBlind: this.#isBlind, peers: this.#watch.registeredCount, gaps: this.#gaps };
  }

  /** Records that messages may have been missed. */
  recordGap(): void {
    this.#gaps += 1;
    this.#reloadSoon();
  }

  /** Reloads now, or half a second after the last reload. */
  #reloadSoon(): void {
    if (this.#isStopped) return;
    const waitMs = this.#reloadedAt + pulseMs - performance.now();
    if (waitMs <= 0) return this.#reload();
    this.#reloadTimer ??= setTimeout(() => this.#reload(), waitMs);
  }

  #reload(): void {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = undefined;
    this.#reloadedAt = performance.now();
    this.#options.onGap();
  }

  #registerNow(): Promise<void> {
    const { register, id, log } = this.#options;
    if (register === undefined || this.#isStopped) return Promise.resolve();
    this.#registering ??= register
      .beat(id)
      .then(
        (others) => this.#watch.register(others),
        // Without the database there are no changes to miss either, and the known processes are still expected.
        (error: unknown) => log.warn({ err: error }, "bus: the process register could not be updated"),
      )
      .finally(() => {
        this.#registering = undefined;
        this.#setInterval();
      });
    return this.#registering;
  }

  #setInterval(): void {
    const intervalMs = this.#watch.hasPeers ? heartbeatMs : idleHeartbeatMs;
    if (this.#isStopped || this.#beatMs === intervalMs) return;
    this.#beatMs = intervalMs;
    clearInterval(this.#heartbeatTimer);
    this.#heartbeatTimer = setInterval(() => this.#tick(), intervalMs);
    if (!this.#watch.hasPeers) this.#updateBlindState();
  }

  #tick(): void {
    this.#options.beat();
    // After a stall of this process, its timers run before it reads the packets that have arrived meanwhile.
    setImmediate(() => this.#updateBlindState());
  }

  #updateBlindState(): void {
    if (this.#isStopped) return;
    const { isConnected, log } = this.#options;
    const silent = this.#watch.silent();
    const isBlind = silent.length > 0 || (this.#watch.hasPeers && !isConnected());
    if (isBlind && !this.#isBlind) {
      this.#gaps += 1;
      log.warn({ silent }, "bus: blind, no packets from other processes");
    }
    if (!isBlind && this.#isBlind) log.info("bus: receiving packets from all processes again");
    const wasBlind = this.#isBlind;
    // This is set before the handlers are called, because they may read it.
    this.#isBlind = isBlind;
    // The last reload covers changes since the last pulse.
    if (isBlind || wasBlind) this.#reloadSoon();
  }
}
