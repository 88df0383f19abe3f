import { ConcurrencyLimit } from "../../platform/http/concurrency-limit.ts";
import { ProblemError } from "../../platform/http/problem.ts";

/** What a switch stops: everything, one provider, one practice, or one person in one practice. */
export type StopScope =
  | { scope: "platform" }
  | { scope: "provider"; provider: string }
  | { scope: "practice"; organizationId: string }
  | { scope: "person"; organizationId: string; personId: string };

/** A call that this process carries out. */
export type RunningCall = {
  readonly id: string;
  readonly organizationId: string;
  readonly personId: string;
  readonly provider: string;
  /** When its hold was asked for, by `performance.now()`. */
  readonly askedAtMs: number;
  /** What arrived by now, for whoever must settle it if this process dies. */
  receivedTokens: () => number;
  /** Ends it at once, because a switch was thrown or its hold is no longer its own. */
  stop: () => void;
  /** Lets the reader know that the connection lives. */
  beat?: () => void;
};

/** How many calls may run at the same time. */
export type AiCallLimits = { perPerson: number; perPractice: number };

/** A call in the list, and where it stands there. */
type Running = { readonly call: RunningCall; place: number };

type Options = {
  /** Renews the leases of these calls; answers which of them are no longer held. */
  renew: (calls: readonly { id: string; receivedTokens: number }[]) => Promise<readonly string[]>;
  /** Which of these calls somebody has stopped by a switch. */
  stopped: (ids: readonly string[]) => Promise<readonly string[]>;
  /** One of a practice has ended and is booked. */
  ended?: (organizationId: string) => void;
  /** Between two renewals and heartbeats. */
  beatMs?: number;
  limits: AiCallLimits;
};

/** Proxies close a connection on which nothing is said for a minute; half of what the strictest of them allow. */
const defaultBeatMs = 15_000;

const retryAfterSeconds = 5;

/** No hold takes longer: by then the call is here, or refused. */
const stopsKeptMs = 60_000;

/** The calls of this process: their leases, their heartbeats, and the way to stop them. */
export class RunningCalls {
  /**
   * In no order. No Map: one that is added to and taken from all the time makes itself anew again and again, and what it
   * was before keeps the calls in memory until the next full collection.
   */
  readonly #running: Running[] = [];
  readonly #options: Options;
  readonly #places = new ConcurrencyLimit();
  #timer: NodeJS.Timeout | undefined;
  /** Latest stops: a call may be stopped after its hold looked at the switches and before it comes here. */
  #stops: { what: StopScope; atMs: number }[] = [];
  /** A stop may have been told while nobody could hear it. */
  #mayHaveMissed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.length;
  }

  /**
   * Takes a place for one more call, a person's in each of their practices together; returns what gives it back. Errors:
   * 429 TOO_MANY_AI_CALLS.
   */
  enter({ organizationId, personId }: Pick<RunningCall, "organizationId" | "personId">): () => void {
    const { perPerson, perPractice } = this.#options.limits;
    const leave = this.#places.take([
      { key: `person ${personId}`, max: perPerson },
      { key: `practice ${organizationId}`, max: perPractice },
    ]);
    if (leave === undefined) throw new ProblemError("TOO_MANY_AI_CALLS", { retryAfterSeconds });
    return leave;
  }

  /** Answers what {@link remove} takes. */
  add(call: RunningCall): Running {
    const running = { call, place: this.#running.length };
    this.#running.push(running);
    // One timer for all: a thousand streams need no thousand timers.
    this.#timer ??= setInterval(() => void this.#beat(), this.#options.beatMs ?? defaultBeatMs);
    this.#timer.unref();
    if (this.#stops.some(({ what, atMs }) => atMs >= call.askedAtMs && concerns(what, call))) call.stop();
    return running;
  }

  /** It has ended; call it once, after the call was booked. */
  remove({ call, place }: Running): void {
    // The last one takes its place.
    const last = this.#running.pop();
    if (last !== undefined && last.place !== place) {
      last.place = place;
      this.#running[place] = last;
    }
    if (this.#running.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#options.ended?.(call.organizationId);
  }

  #calls(): RunningCall[] {
    return this.#running.map(({ call }) => call);
  }

  #stopAll(ids: readonly string[]): void {
    const wanted = new Set(ids);
    for (const call of this.#calls()) if (wanted.has(call.id)) call.stop();
  }

  /** Stops those that a switch concerns; answers how many. */
  stop(what: StopScope): number {
    const atMs = performance.now();
    this.#stops = [...this.#stops.filter((each) => each.atMs > atMs - stopsKeptMs), { what, atMs }];
    const concerned = this.#calls().filter((call) => concerns(what, call));
    for (const call of concerned) call.stop();
    return concerned.length;
  }

  /**
   * Call it when messages may have been missed: stops what a switch stops. When the switches cannot be read now, the
   * next beat does it.
   */
  async recheck(): Promise<void> {
    this.#mayHaveMissed = true;
    await this.#readSwitches();
  }

  async #readSwitches(): Promise<void> {
    if (!this.#mayHaveMissed) return;
    this.#mayHaveMissed = false;
    const ids = this.#calls().map(({ id }) => id);
    if (ids.length === 0) return;
    try {
      this.#stopAll(await this.#options.stopped(ids));
    } catch {
      this.#mayHaveMissed = true;
    }
  }

  async #beat(): Promise<void> {
    const calls = this.#calls();
    for (const call of calls) call.beat?.();
    await this.#readSwitches();
    try {
      const lost = await this.#options.renew(
        calls.map((call) => ({ id: call.id, receivedTokens: call.receivedTokens() })),
      );
      // Settled by somebody who took this process for dead: what comes now would be used by nobody's budget.
      this.#stopAll(lost);
    } catch {
      // The database is away. The leases outlast two failed renewals; after that the sweeper decides.
    }
  }
}

function concerns(what: StopScope, call: RunningCall): boolean {
  switch (what.scope) {
    case "platform":
      return true;
    case "provider":
      return call.provider === what.provider;
    case "practice":
      return call.organizationId === what.organizationId;
    case "person":
      return call.organizationId === what.organizationId && call.personId === what.personId;
  }
}
