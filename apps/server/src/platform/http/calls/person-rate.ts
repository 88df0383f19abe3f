import type { Endpoint } from "@praxisportal/contract/endpoint";
import {
  selfServiceChangesPerHour,
  ticketsPerPersonPerHour,
  personRateWindowMs,
} from "@praxisportal/contract/limits";
import type { RequestContext } from "../../request-context/request-context.ts";
import { ProblemError } from "../problem.ts";

/** Number of counters above which expired ones are removed. */
const sweepAt = 10_000;

/** Maximum number of calls per person, endpoint and window, for each kind of endpoint. */
export type PersonLimits = Readonly<Record<NonNullable<Endpoint["rateLimit"]>, number>>;

export const defaultPersonLimits: PersonLimits = {
  changes: selfServiceChangesPerHour,
  tickets: ticketsPerPersonPerHour,
};

type Counter = { count: number; endsAtMs: number };

/**
 * Limits the calls that leave permanent rows, per person and endpoint, in windows of {@link personRateWindowMs}. The
 * counters are per process, so the limit is approximate: it bounds how fast rows accumulate.
 */
export class PersonRate {
  readonly #counters = new Map<string, Counter>();
  readonly #limits: PersonLimits;

  constructor(limits: PersonLimits) {
    this.#limits = limits;
  }

  /** Number of counters in memory. */
  get size(): number {
    return this.#counters.size;
  }

  /** Counts one call. Throws 429 TOO_MANY_REQUESTS with Retry-After above the limit of the endpoint. */
  count(
    { name, rateLimit: perPerson }: Endpoint,
    { callerIfAny }: RequestContext,
    nowMs = performance.now(),
  ): void {
    if (perPerson === undefined || callerIfAny === undefined) return;
    const counter = this.#counterOf(`${name} ${callerIfAny.personId}`, nowMs);
    if (counter.count >= this.#limits[perPerson]) {
      const retryAfterSeconds = Math.ceil((counter.endsAtMs - nowMs) / 1000);
      throw new ProblemError("TOO_MANY_REQUESTS", { retryAfterSeconds });
    }
    counter.count += 1;
  }

  #counterOf(key: string, nowMs: number): Counter {
    const counter = this.#counters.get(key);
    if (counter !== undefined && counter.endsAtMs > nowMs) return counter;
    if (this.#counters.size >= sweepAt) this.#sweep(nowMs);
    const fresh = { count: 0, endsAtMs: nowMs + personRateWindowMs };
    this.#counters.set(key, fresh);
    return fresh;
  }

  #sweep(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.#counters) if (endsAtMs <= nowMs) this.#counters.delete(key);
  }
}
