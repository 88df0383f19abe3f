import type { ErrorCode } from "@praxisportal/contract/errors";
import type { Clock } from "../../platform/clock/clock.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RateLimitRule } from "../rate-limiter.ts";

/** Maximum number of counters in memory. Beyond it, attempts under further keys are refused. */
const countersMax = 10_000;
const dayMs = 86_400_000;
/** A lock level is kept for a day after the lock ends. */
const levelKeptMs = dayMs;

type Counter = { failures: number; windowEndsAtMs: number; lockedUntilMs: number; lockLevel: number };

/**
 * Counts attempts in the memory of this process by the rules of the `RateLimiter`, for use where no database is needed
 * or available.
 */
export class MemoryLimits {
  readonly #clock: Clock;
  readonly #counters = new Map<string, Counter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reserves one attempt before it is evaluated, and returns whether it has locked the key. Throws 429 with Retry-After
   * while the key is locked.
   */
  consume(key: Buffer, rule: RateLimitRule, code: ErrorCode = "TOO_MANY_ATTEMPTS"): boolean {
    this.assertOpen(key, code);
    const nowMs = this.#nowMs();
    const counter = this.#counterOf(key, rule, nowMs, code);
    counter.failures += 1;
    if (counter.failures < rule.max) return false;
    counter.lockedUntilMs = nowMs + Math.min(rule.lockMs * 2 ** counter.lockLevel, rule.lockMaxMs);
    counter.lockLevel += 1;
    counter.failures = 0;
    return true;
  }

  /** Throws 429 with Retry-After while a key is locked, without counting an attempt. */
  assertOpen(key: Buffer, code: ErrorCode = "TOO_MANY_ATTEMPTS"): void {
    const { lockedUntilMs = 0 } = this.#counters.get(key.toString("base64")) ?? {};
    const waitMs = lockedUntilMs - this.#nowMs();
    if (waitMs > 0) throw new ProblemError(code, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  /** Counts a failure after it has happened, for limits that count only failures. */
  count(key: Buffer, rule: RateLimitRule): void {
    try {
      this.consume(key, rule);
    } catch (error) {
      // A parallel failure has locked the key in the meantime, so this one need not be counted.
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  /** Takes back a reserved attempt that did not fail, together with the lock if that attempt caused it. */
  refund(key: Buffer, rule: RateLimitRule, hasLocked: boolean): void {
    const counter = this.#counters.get(key.toString("base64"));
    if (counter === undefined) return;
    if (hasLocked) {
      counter.lockedUntilMs = this.#nowMs();
      counter.lockLevel = Math.max(0, counter.lockLevel - 1);
      counter.failures = rule.max;
    }
    counter.failures = Math.max(0, counter.failures - 1);
  }

  #counterOf(key: Buffer, rule: RateLimitRule, nowMs: number, code: ErrorCode): Counter {
    const name = key.toString("base64");
    const counter = this.#counters.get(name);
    if (counter !== undefined) {
      if (counter.windowEndsAtMs <= nowMs) {
        counter.failures = 0;
        counter.windowEndsAtMs = nowMs + rule.windowMs;
      }
      if (counter.lockedUntilMs + levelKeptMs < nowMs) counter.lockLevel = 0;
      return counter;
    }
    if (this.#counters.size >= countersMax) this.#sweep(nowMs);
    if (this.#counters.size >= countersMax)
      throw new ProblemError(code, { retryAfterSeconds: Math.ceil(rule.windowMs / 1000) });
    const newCounter = { failures: 0, windowEndsAtMs: nowMs + rule.windowMs, lockedUntilMs: 0, lockLevel: 0 };
    this.#counters.set(name, newCounter);
    return newCounter;
  }

  /** Removes counters that no longer have an effect. */
  #sweep(nowMs: number): void {
    for (const [key, counter] of this.#counters) {
      const isKept =
        counter.windowEndsAtMs > nowMs ||
        (counter.lockLevel > 0 && counter.lockedUntilMs + levelKeptMs > nowMs);
      if (!isKept) this.#counters.delete(key);
    }
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
