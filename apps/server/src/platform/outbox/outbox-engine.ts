import type { Logger } from "pino";
import type { PlatformDb } from "../db/platform-db.ts";
import { ClaimedRows } from "./claimed-rows.ts";
import { DeferredError, type OutboxHandlers, PostponedError, UnretryableError } from "./outbox-message.ts";
import { type ClaimedMessage, claimDue } from "./outbox.queries.ts";
import { defaultMaxAttempts, retryDelayMs } from "./retry-delay.ts";
import { Settler } from "./settler.ts";
import { TargetQueues } from "./target-queues.ts";
import { withDeadline } from "./with-deadline.ts";

export type OutboxEngineOptions = {
  db: PlatformDb;
  /** Handlers by topic. Rows of other topics are left for a process that has a handler for them. */
  handlers: OutboxHandlers;
  log: Pick<Logger, "warn" | "error">;
  /** Duration of a lease. Rows claimed by a killed process become available again after it. */
  leaseMs?: number;
  /** Maximum number of messages handled at the same time, in total and per target. */
  maxInFlight?: number;
  maxPerTarget?: number;
  /** Poll interval when nothing calls {@link OutboxEngine.requestPoll}. */
  pollMs?: number;
  /** Time for which an outcome waits to be batched with others in one statement. */
  settleMs?: number;
  /**
   * Maximum duration of an attempt in ms. After it, the handler's signal is aborted and the attempt counts as failed.
   */
  handleMs?: number;
  /** Time for which {@link OutboxEngine.stop} waits for messages in flight before it aborts them. */
  stopGraceMs?: number;
  /** Called for each message that is parked. */
  onParked?: () => void;
  /** Returns the delay in ms after a failed attempt, see {@link retryDelayMs}. */
  retryDelay?: (attempt: number) => number;
};

const claimMax = 400;
/** Number of claimed messages per concurrent handler, so that there are others besides those for slow targets. */
const claimsPerSlot = 16;
/** Number of messages of one target that are kept while capacity is short. Further ones are returned. */
const waitingPerTargetWhenShort = 8;
const deferMaxMs = 2_000;
const deferCheckMs = 50;
const errorMax = 500;
/** Delay until a message that this process left to another one is offered again. */
const reofferMs = 30_000;

/**
 * Handles the messages that committed transactions wrote to the outbox, at least once each. Any number of engines share
 * the table, because rows are claimed with SKIP LOCKED under a lease that is renewed while they are held. There are no
 * batch barriers, so a free slot takes the next message, and a slow target delays only its own messages.
 */
export class OutboxEngine {
  readonly #options: Required<OutboxEngineOptions>;
  readonly #queues: TargetQueues;
  readonly #claimed: ClaimedRows;
  readonly #settler: Settler;
  /** Running handlers, whose number is limited. */
  readonly #running = new Set<Promise<void>>();
  /** Handled messages whose results are being stored. They do not count toward the limit of running handlers. */
  readonly #storing = new Set<Promise<void>>();
  #mayHaveDue = true;
  #startedSinceClaim = 0;
  /** Time at which the last deferred message is due again, on the clock of `performance.now()`. */
  #deferredUntil = 0;
  #deferTimer: NodeJS.Timeout | undefined;
  #pumping: Promise<void> | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: OutboxEngineOptions) {
    this.#options = {
      leaseMs: 15_000,
      maxInFlight: 64,
      maxPerTarget: 4,
      pollMs: 1_000,
      settleMs: 10,
      handleMs: 300_000,
      stopGraceMs: 10_000,
      onParked: () => undefined,
      retryDelay: retryDelayMs,
      ...options,
    };
    const { db, leaseMs, maxPerTarget, pollMs, settleMs, log } = this.#options;
    this.#queues = new TargetQueues(maxPerTarget);
    this.#claimed = new ClaimedRows({ db, leaseMs, log });
    this.#settler = new Settler({
      db,
      settleMs,
      retryMs: pollMs,
      onError: (error) => log.warn({ err: error }, "outbox: the outcomes could not be stored yet"),
      onSettled: (claims) => {
        this.#claimed.release(claims);
        void this.#pump();
      },
    });
  }

  /** Starts the lease timers and the polling. */
  start(): void {
    this.#claimed.start();
    this.#pollTimer = setInterval(() => this.requestPoll(), this.#options.pollMs);
    this.requestPoll();
  }

  /** Checks for due messages now instead of at the next poll. Called after a commit. */
  requestPoll(): void {
    this.#mayHaveDue = true;
    void this.#pump();
  }

  /**
   * Stops claiming, returns messages that have not started and waits for those that have. Aborts them after the grace
   * period. A message that still does not end becomes available again when its lease expires.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pollTimer);
    clearTimeout(this.#deferTimer);
    await this.#pumping;
    const unstarted = this.#queues.drain();
    this.#settler.postpone(unstarted.map((message) => returnMessage(message, 0)));
    await this.#settler.flush();
    await this.#finishRunning();
    await this.#settler.flush();
    this.#settler.close();
    this.#claimed.stop();
  }

  async #finishRunning(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
    const allDone = this.#settled();
    await Promise.race([allDone, pause(this.#options.stopGraceMs)]);
    clearTimeout(timer);
    if (this.#running.size + this.#storing.size === 0) return;
    this.#claimed.abortAll();
    await Promise.race([allDone, pause(1_000)]);
    clearTimeout(timer);
  }

  /** Resolves when no handler is running and all results are stored. */
  async #settled(): Promise<void> {
    await Promise.all(this.#running);
    await Promise.all(this.#storing);
  }

  #pump(): Promise<void> {
    this.#pumping ??= this.#claimWhileNeeded().finally(() => {
      this.#pumping = undefined;
    });
    return this.#pumping;
  }

  async #claimWhileNeeded(): Promise<void> {
    const { db, handlers, leaseMs, log } = this.#options;
    try {
      while (!this.#isStopping && this.#mayHaveDue && this.#claimLimit() > 0) {
        // The flag is reset before the query, because a commit during the query sets it again.
        this.#mayHaveDue = false;
        const limit = this.#claimLimit();
        this.#startedSinceClaim = 0;
        const claimedAt = performance.now();
        const messages = await claimDue(db, Object.keys(handlers), limit, leaseMs);
        if (messages.length === limit) this.#mayHaveDue = true;
        for (const message of messages) this.#accept(message, claimedAt);
        this.#startNext();
      }
    } catch (error) {
      // The next poll retries.
      log.warn({ err: error }, "outbox: no messages could be claimed");
    }
  }

  /** Returns the number of messages to claim, 0 while enough claimed ones could start immediately. */
  #claimLimit(): number {
    const { maxInFlight } = this.#options;
    if (this.#queues.hasWaiting(2 * maxInFlight)) return 0;
    // The number is proportional to the throughput, so that a slow handler leaves rows to other processes.
    const usable = maxInFlight + 2 * this.#startedSinceClaim;
    return Math.min(usable, claimMax, maxInFlight * claimsPerSlot - this.#claimed.size);
  }

  #accept(message: ClaimedMessage, claimedAt: number): void {
    const handler = this.#options.handlers[message.topic];
    this.#claimed.add(message, claimedAt);
    if (handler === undefined) return this.#requeue(message, 0);
    if (message.attempt > (handler.maxAttempts ?? defaultMaxAttempts)) {
      // Every attempt ended with a crash of its process, so no attempt was recorded as failed.
      return this.#fail(message, new Error("given up: every attempt ended with a crash of its process"));
    }
    let target: string;
    let order: number | undefined;
    try {
      order = handler.orderOf?.(message);
      target = handler.targetOf ? `${message.topic} ${handler.targetOf(message)}` : message.id;
    } catch (error) {
      return this.#fail(message, error);
    }
    const isShort = this.#claimed.size > (this.#options.maxInFlight * claimsPerSlot) / 2;
    if (isShort && this.#queues.waitingFor(target) >= waitingPerTargetWhenShort) {
      const delayMs = this.#queues.deferMs(target, performance.now(), deferMaxMs);
      this.#deferredUntil = Math.max(this.#deferredUntil, performance.now() + delayMs);
      this.#watchDeferred();
      return this.#requeue(message, delayMs);
    }
    this.#queues.add(target, message, order);
  }

  /** Polls at a short interval while deferred messages become due. */
  #watchDeferred(): void {
    this.#deferTimer ??= setTimeout(() => {
      this.#deferTimer = undefined;
      if (this.#isStopping) return;
      this.requestPoll();
      if (performance.now() < this.#deferredUntil) this.#watchDeferred();
    }, deferCheckMs);
  }

  #startNext(): void {
    while (this.#running.size < this.#options.maxInFlight && !this.#isStopping) {
      const next = this.#queues.next();
      if (next === undefined) return;
      this.#startedSinceClaim += 1;
      const run = this.#run(next.name, next.message).finally(() => {
        this.#running.delete(run);
        this.#startNext();
        void this.#pump();
      });
      this.#running.add(run);
    }
  }

  async #run(target: string, message: ClaimedMessage): Promise<void> {
    const startedAt = performance.now();
    const signal = this.#claimed.signalOf(message);
    try {
      // The lease was lost while the message waited, so another process may handle it now.
      if (signal.aborted) return this.#claimed.release([message]);
      const { handlers, handleMs } = this.#options;
      const handling = handlers[message.topic]?.handle(message, signal) ?? Promise.resolve();
      const handled = await withDeadline(handling, handleMs, (error) => this.#claimed.abort(message, error));
      if (handled === undefined) this.#settler.done(message);
      else this.#settleWhenStored(message, handled.stored);
    } catch (error) {
      this.#fail(message, error);
    } finally {
      this.#queues.finished(target, performance.now() - startedAt);
    }
  }

  #settleWhenStored(message: ClaimedMessage, stored: Promise<void>): void {
    const storing = stored
      .then(
        () => this.#settler.done(message),
        (error: unknown) => this.#fail(message, error),
      )
      .finally(() => this.#storing.delete(storing));
    this.#storing.add(storing);
  }

  #requeue(message: ClaimedMessage, delayMs: number): void {
    this.#settler.postpone([returnMessage(message, delayMs)]);
  }

  #fail(message: ClaimedMessage, error: unknown): void {
    if (error instanceof PostponedError) return this.#requeue(message, error.delayMs);
    const { handlers, log, onParked, retryDelay } = this.#options;
    const maxAttempts = handlers[message.topic]?.maxAttempts ?? defaultMaxAttempts;
    const isDeferred = error instanceof DeferredError;
    const isParked = error instanceof UnretryableError || (!isDeferred && message.attempt >= maxAttempts);
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const about = { outboxId: message.id, topic: message.topic, attempt: message.attempt, reason: text };
    if (isParked) {
      log.error(about, "outbox: message parked");
      onParked();
    } else log.warn(about, "outbox: an attempt failed");
    this.#settler.postpone([
      {
        ...pickClaim(message),
        delayMs: isParked ? null : isDeferred ? reofferMs : retryDelay(message.attempt),
        error: text.slice(0, errorMax),
        countsAsAttempt: !isDeferred,
      },
    ]);
  }
}

function pickClaim(message: ClaimedMessage) {
  return { id: message.id, claim: message.claim };
}

function returnMessage(message: ClaimedMessage, delayMs: number) {
  return { ...pickClaim(message), delayMs, error: null, countsAsAttempt: false };
}
