import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { attemptKey, type Consumption, type RateLimiter, loginRule } from "./rate-limiter.ts";
import { clearAttempts } from "./rate-limiter.queries.ts";

/** Counts attempts with codes of second factors per account, across sign-ins, sessions and applications. */
export class CodeAttempts {
  readonly #limits: RateLimiter;

  constructor(limits: RateLimiter) {
    this.#limits = limits;
  }

  /** Counts one attempt before the code is checked. Throws 429 with Retry-After while the account is locked. */
  async consume(personId: string): Promise<Consumption> {
    return this.#limits.consume(attemptKey("code", personId), loginRule);
  }

  /**
   * Takes back the attempt with a correct day code and keeps the others. Otherwise a person with a day code could
   * continue guessing the codes of the app.
   */
  async refund(tx: WriteTransaction, personId: string, consumption: Consumption): Promise<void> {
    await this.#limits.refund(tx, attemptKey("code", personId), consumption);
  }

  /** Deletes the attempts after a correct code. */
  async clear(tx: WriteTransaction, personId: string): Promise<void> {
    await tx.send(() => [clearAttempts({ key: attemptKey("code", personId) })]);
  }
}
