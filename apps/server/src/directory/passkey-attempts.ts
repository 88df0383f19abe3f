import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import {
  addressRule,
  attemptKey,
  type RateLimiter,
  loginRule,
  passkeyChallengeRule,
} from "./rate-limiter.ts";
import { clearAttempts } from "./rate-limiter.queries.ts";

/**
 * Counts passkey responses per account, across all endpoints, and challenges per network address. The counter is
 * separate from that of codes, so that guessing codes does not lock out a passkey.
 */
export class PasskeyAttempts {
  readonly #limits: RateLimiter;

  constructor(limits: RateLimiter) {
    this.#limits = limits;
  }

  /** Counts one response before it is checked. Throws 429 with Retry-After while the account is locked. */
  async consume(personId: string): Promise<void> {
    await this.#limits.consume(attemptKey("passkey", personId), loginRule);
  }

  /** Deletes the attempts after a correct response. */
  async clear(tx: WriteTransaction, personId: string): Promise<void> {
    await tx.send(() => [clearAttempts({ key: attemptKey("passkey", personId) })]);
  }

  /** Counts a challenge that is requested without a session. Throws 429 TOO_MANY_REQUESTS. */
  async consumeChallenge(address: string): Promise<void> {
    const key = attemptKey("passkey-challenge", address);
    await this.#limits.consume(key, passkeyChallengeRule, "TOO_MANY_REQUESTS");
  }

  /** Throws 429 while the failed sign-ins of an address lock it. */
  assertAddressOpen(address: string): Promise<void> {
    return this.#limits.assertOpen(attemptKey("address", address));
  }

  /** Counts a failed sign-in of an address. */
  countAddress(address: string): Promise<void> {
    return this.#limits.count(attemptKey("address", address), addressRule);
  }
}
