import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { attemptKey, type AttemptLimits, loginRule } from "./attempt-limits.ts";
import { clearAttempts } from "./attempt-limits.queries.ts";

/** Counts codes of second factors per account, whichever sign-in, session or application they were typed in. */
export class CodeAttempts {
  readonly #limits: AttemptLimits;

  constructor(limits: AttemptLimits) {
    this.#limits = limits;
  }

  /** Counts one attempt before the code is looked at. Throws 429 with Retry-After while the account is locked. */
  async reserve(personId: string): Promise<void> {
    await this.#limits.reserve(attemptKey("code", personId), loginRule);
  }

  /** Forgets the attempts after a right code. */
  async forgive(tx: WriteTransaction, personId: string): Promise<void> {
    await tx.send(() => [clearAttempts({ key: attemptKey("code", personId) })]);
  }
}
