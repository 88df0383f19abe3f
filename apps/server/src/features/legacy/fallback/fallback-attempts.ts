import { addressRule, attemptKey, loginRule } from "../../../directory/rate-limiter.ts";
import type { MemoryLimits } from "../../../directory/limits/memory-limits.ts";
import { isUnavailable } from "../../../platform/http/errors/to-problem.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import type { OutsideSignIn, OutsideVerdict } from "../../auth/sign-in/outside-sign-in.ts";
import type { SpooledEntry } from "./audit-spool.ts";
import type { FallbackAudit } from "./fallback-audit.ts";

type Dependencies = {
  outside: Pick<OutsideSignIn, "begin">;
  memory: MemoryLimits;
  audit: FallbackAudit;
  practiceCode: string;
};

/** A counted attempt to sign in. */
export type FallbackAttempt = {
  /** Whether the account must not sign in with a password alone. */
  isBarred: boolean;
  organizationId?: string | undefined;
  /** Counts the result and records it. Without an entry, nothing is recorded. */
  settle: (verdict: OutsideVerdict, entry?: SpooledEntry) => Promise<void>;
};

/**
 * Counts the attempts of the fallback login: with the counters of the portal's own login while the database is
 * available, otherwise with equal ones in memory.
 */
export class FallbackAttempts {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Counts an attempt before it is checked. Errors: 429 while locked, 503 while the database is busy. */
  async begin(username: string, origin: RequestOrigin): Promise<FallbackAttempt> {
    try {
      return await this.#beginStored(username, origin);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return this.#beginInMemory(username, origin);
    }
  }

  async #beginStored(username: string, origin: RequestOrigin): Promise<FallbackAttempt> {
    const { outside, audit, practiceCode } = this.#dependencies;
    const attempt = await outside.begin({ username, practiceCode }, origin);
    if (attempt.organizationId === undefined) throw new ProblemError("LEGACY_NOT_OFFERED");
    return {
      isBarred: attempt.isBarred,
      settle: async (verdict, entry) => {
        try {
          await attempt.settle(verdict, (tx) => {
            if (entry !== undefined) tx.record(audit.draftOf(entry, attempt));
          });
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          if (entry !== undefined) await audit.keep(entry);
        }
      },
    };
  }

  #beginInMemory(username: string, origin: RequestOrigin): FallbackAttempt {
    const { memory, audit } = this.#dependencies;
    const addressKey = attemptKey("address", origin.address);
    const nameKey = attemptKey("name", username.trim().toLowerCase());
    memory.assertOpen(addressKey);
    const hasLocked = memory.consume(nameKey, loginRule);
    return {
      isBarred: false,
      settle: async (verdict, entry) => {
        if (verdict === "refused") memory.count(addressKey, addressRule);
        else memory.refund(nameKey, loginRule, hasLocked);
        if (entry !== undefined) await audit.keep(entry);
      },
    };
  }
}
