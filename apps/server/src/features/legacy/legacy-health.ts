import type { LegacyHealth } from "@praxisportal/contract/legacy/legacy.schema";
import { legacyHealthCacheMs, legacyHealthTimeoutMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import type { LegacyClient } from "./legacy-client.ts";

type Dependencies = { client: Pick<LegacyClient, "call">; clock: Clock };

/** Whether the legacy practice server answers. A result counts for ten seconds; callers that wait share one check. */
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
    this.#pending ??= this.#ask();
    return this.#pending;
  }

  async #ask(): Promise<LegacyHealth> {
    const { client, clock } = this.#dependencies;
    const { status } = await client.call("/api/health", { timeoutMs: legacyHealthTimeoutMs });
    this.#last = { available: status === 200, checkedAt: clock.now().toISOString() };
    this.#pending = undefined;
    return this.#last;
  }

  /** The clock may have been set back meanwhile. */
  #ageMsOf({ checkedAt }: LegacyHealth): number {
    return Math.abs(this.#dependencies.clock.now().getTime() - Date.parse(checkedAt));
  }
}
