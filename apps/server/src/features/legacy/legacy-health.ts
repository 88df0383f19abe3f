import type { LegacyHealth } from "@praxisportal/contract/legacy/legacy.schema";
import { legacyHealthCacheMs, legacyHealthTimeoutMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import type { LegacyClient } from "./legacy-client.ts";

type Dependencies = { client: Pick<LegacyClient, "call">; clock: Clock };

/**
 * Checks whether the legacy practice server responds. A result is used for ten seconds; waiting callers share a check.
 */
export class LegacyHealthCheck {
  readonly #dependencies: Dependencies;
  #last: LegacyHealth | undefined;
  #pending: Promise<LegacyHealth> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the last result, or a new one when that is too old. */
  async check(): Promise<LegacyHealth> {
    const last = this.#last;
    if (last !== undefined && this.#ageMsOf(last) < legacyHealthCacheMs) return last;
    this.#pending ??= this.#request();
    return this.#pending;
  }

  async #request(): Promise<LegacyHealth> {
    const { client, clock } = this.#dependencies;
    const { status } = await client.call("/api/health", { timeoutMs: legacyHealthTimeoutMs });
    this.#last = { available: status === 200, checkedAt: clock.now().toISOString() };
    this.#pending = undefined;
    return this.#last;
  }

  /** Returns the age of a result, even if the clock has been set back since. */
  #ageMsOf({ checkedAt }: LegacyHealth): number {
    return Math.abs(this.#dependencies.clock.now().getTime() - Date.parse(checkedAt));
  }
}
