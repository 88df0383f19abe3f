import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { attemptKey, type AttemptLimits, loginRule } from "./attempt-limits.ts";
import { clearAttempts } from "./attempt-limits.queries.ts";

/** Counts codes of second factors per account, across sign-ins, sessions and applications. */
export class CodeAttempts {
  readonly #limits: AttemptLimits;

  constructor(limits: AttemptLimits) {
    this.#limits = limits;
  }

  /** Counts one attempt before the code is checked. Throws 429 with Retry-After while the account is locked. */
  async reserve(personId: string): Promise<void> {
    await this.#limits.reserve(attemptKey("code", personId), loginRule);
  }

  /** Deletes the attempts after a correct code. */
  async forgive(tx: WriteTransaction, personId: string): Promise<void> {
    await tx.send(() => [clearAttempts({ key: attemptKey("code", personId) })]);
  }
}
