import { ConcurrencyLimit } from "../../../platform/http/concurrency-limit.ts";
import { ProblemError } from "../../../platform/http/problem.ts";

/** Scope of a switch: everything, one provider, one organization, or one member of it. */
export type StopScope =
  | { scope: "platform" }
  | { scope: "provider"; provider: string }
  | { scope: "organization"; organizationId: string }
  | { scope: "person"; organizationId: string; personId: string };

/** A call that runs in this process. */
export type RunningCall = {
  readonly id: string;
  readonly organizationId: string;
  readonly personId: string;
  readonly provider: string;
  /** Time at which its hold was requested, by `performance.now()`. */
  readonly startedAtMs: number;
  /** Tokens received so far, used to settle the call if this process dies. */
  receivedTokens: () => number;
  /** Ends the call at once, because a switch was thrown or its hold was lost. */
  stop: () => void;
  /** Sends a heartbeat to the client. */
  heartbeat?: () => void;
};

/** Maximum number of concurrent calls. */
export type AiCallLimits = { perPerson: number; perOrganization: number; perProcess: number };

/** Outcome of a call; `refused` if the provider refused its content. */
export type CallEnd = "done" | "aborted" | "refused" | "failed";

/** A call with its index in the list. */
type Running = { readonly call: RunningCall; slot: number };

type Options = {
  /** Renews the leases of calls. Returns those that are no longer held. */
  renew: (calls: readonly { id: string; receivedTokens: number }[]) => Promise<readonly string[]>;
  /** Returns the calls that a switch stops. */
  findStopped: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Called after a call of the organization ended and was booked. */
  onEnded?: (organizationId: string) => void;
  /** Interval of renewals and heartbeats, in ms. */
  beatMs?: number;
  limits: AiCallLimits;
};

/** In ms. Proxies close connections that are idle for about a minute; this is half of the strictest known limit. */
const defaultBeatMs = 15_000;

const retryAfterSeconds = 5;

/** In ms. No hold takes longer than this: by then the call was added or refused. */
const stopsRetainedMs = 60_000;

/** The calls of this process: their leases and heartbeats, and how to stop them. */
export class RunningCalls {
  /**
   * Unordered. An array instead of a Map: with constant inserts and deletes a Map keeps rehashing, and its old tables
   * keep calls in memory until the next full garbage collection.
   */
  readonly #running: Running[] = [];
  readonly #options: Options;
  readonly #slots = new ConcurrencyLimit();
  #timer: NodeJS.Timeout | undefined;
  /** Recent stops: a call may be stopped after its hold checked the switches and before it is added here. */
  #stops: { target: StopScope; atMs: number }[] = [];
  /** A stop may have been published while this process was not subscribed. */
  #mayHaveMissed = false;
  #isReading = false;
  /** Calls to a provider that ended since the start, by outcome. */
  readonly ended: Record<CallEnd, number> = { done: 0, aborted: 0, refused: 0, failed: 0 };

  constructor(options: Options) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.length;
  }

  /**
   * Takes a slot for one more call. A user's calls in all organizations count together. Returns the function that
   * releases the slot. Errors: 429 TOO_MANY_AI_CALLS.
   */
  acquireSlot({ organizationId, personId }: Pick<RunningCall, "organizationId" | "personId">): () => void {
    const { perPerson, perOrganization, perProcess } = this.#options.limits;
    const release = this.#slots.take([
      { key: `person ${personId}`, max: perPerson },
      { key: `organization ${organizationId}`, max: perOrganization },
      { key: "process", max: perProcess },
    ]);
    if (release === undefined) throw new ProblemError("TOO_MANY_AI_CALLS", { retryAfterSeconds });
    return release;
  }

  /** Returns the handle for {@link remove}. */
  add(call: RunningCall): Running {
    const running = { call, slot: this.#running.length };
    this.#running.push(running);
    // One timer for all calls, instead of one per stream.
    this.#timer ??= setInterval(() => void this.#heartbeat(), this.#options.beatMs ?? defaultBeatMs);
    this.#timer.unref();
    if (this.#stops.some(({ target, atMs }) => atMs >= call.startedAtMs && isAffectedBy(target, call)))
      call.stop();
    return running;
  }

  /** Removes a call that has ended. Call it once, after the call was settled. */
  remove({ call, slot }: Running): void {
    // The last entry moves into the gap.
    const last = this.#running.pop();
    if (last !== undefined && last.slot !== slot) {
      last.slot = slot;
      this.#running[slot] = last;
    }
    if (this.#running.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#options.onEnded?.(call.organizationId);
  }

  #calls(): RunningCall[] {
    return this.#running.map(({ call }) => call);
  }

  #stopAll(ids: readonly string[]): void {
    const stoppedIds = new Set(ids);
    for (const call of this.#calls()) if (stoppedIds.has(call.id)) call.stop();
  }

  /** Stops the calls in the scope of a switch and returns their number. */
  stop(target: StopScope): number {
    const atMs = performance.now();
    this.#stops = [...this.#stops.filter((stop) => stop.atMs > atMs - stopsRetainedMs), { target, atMs }];
    const affectedCalls = this.#calls().filter((call) => isAffectedBy(target, call));
    for (const call of affectedCalls) call.stop();
    return affectedCalls.length;
  }

  /**
   * Stops calls that a switch stops, for use when messages may have been missed. If the switches cannot be read, the
   * next beat retries.
   */
  async recheck(): Promise<void> {
    this.#mayHaveMissed = true;
    await this.#readSwitches();
  }

  /** Reads one at a time, because a blind process rechecks twice a second. */
  async #readSwitches(): Promise<void> {
    while (this.#mayHaveMissed && !this.#isReading) {
      this.#mayHaveMissed = false;
      const ids = this.#calls().map(({ id }) => id);
      if (ids.length === 0) return;
      this.#isReading = true;
      try {
        this.#stopAll(await this.#options.findStopped(ids));
      } catch {
        this.#mayHaveMissed = true;
        return;
      } finally {
        this.#isReading = false;
      }
    }
  }

  async #heartbeat(): Promise<void> {
    const calls = this.#calls();
    for (const call of calls) call.heartbeat?.();
    await this.#readSwitches();
    try {
      const lostIds = await this.#options.renew(
        calls.map((call) => ({ id: call.id, receivedTokens: call.receivedTokens() })),
      );
      // Another process assumed that this one had died, and settled the calls. Further output would not be billed.
      this.#stopAll(lostIds);
    } catch {
      // The database is unavailable. Leases outlast two failed renewals; after that the sweeper decides.
    }
  }
}

function isAffectedBy(target: StopScope, call: RunningCall): boolean {
  switch (target.scope) {
    case "platform":
      return true;
    case "provider":
      return call.provider === target.provider;
    case "organization":
      return call.organizationId === target.organizationId;
    case "person":
      return call.organizationId === target.organizationId && call.personId === target.personId;
  }
}
