import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import {
  addressRule,
  attemptKey,
  type AttemptLimits,
  loginRule,
  passkeyChallengeRule,
} from "./attempt-limits.ts";
import { clearAttempts } from "./attempt-limits.queries.ts";

/**
 * Counts answers of passkeys per account, whichever way they come, and what one network address asks for. The count
 * is apart from the one of codes: whoever guesses codes keeps nobody's passkey out.
 */
export class PasskeyAttempts {
  readonly #limits: AttemptLimits;

  constructor(limits: AttemptLimits) {
    this.#limits = limits;
  }

  /** Counts one answer before it is looked at. Throws 429 with Retry-After while the account is locked. */
  async reserve(personId: string): Promise<void> {
    await this.#limits.reserve(attemptKey("passkey", personId), loginRule);
  }

  /** Forgets the attempts after a right answer. */
  async forgive(tx: WriteTransaction, personId: string): Promise<void> {
    await tx.send(() => [clearAttempts({ key: attemptKey("passkey", personId) })]);
  }

  /** Counts a challenge that nobody is signed in for. Throws 429 TOO_MANY_REQUESTS. */
  async reserveChallenge(address: string): Promise<void> {
    const key = attemptKey("passkey-challenge", address);
    await this.#limits.reserve(key, passkeyChallengeRule, "TOO_MANY_REQUESTS");
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
