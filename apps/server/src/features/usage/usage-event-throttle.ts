import type { LiveEvents } from "../../platform/realtime/live-events.ts";

/** Minimum time between two usage events of an organization, in ms. */
export const usageEventIntervalMs = 1_000;

type Pause = { timer: NodeJS.Timeout; isDue: boolean };

type Dependencies = {
  live: Pick<LiveEvents, "subscribe">;
  /** Records that usage of an organization was booked, and publishes it to the organization's open pages. */
  record: (organizationId: string) => Promise<void>;
};

/**
 * Records booked usage per organization, the first call at once and later calls at most once per second. This happens
 * outside the transactions of the calls, so that it does not slow them down. The last call is always covered. Events of
 * other processes count, so that more processes do not raise the rate.
 */
export class UsageEventThrottle {
  readonly #record: Dependencies["record"];
  readonly #pauses = new Map<string, Pause>();
  readonly #unsubscribe: () => void;
  #isClosed = false;

  constructor({ live, record }: Dependencies) {
    this.#record = record;
    this.#unsubscribe = live.subscribe(({ event, organizationId, data }) => {
      if (event !== "usageUpdate" || organizationId === undefined || data["kind"] !== "used") return;
      this.#pause(organizationId, this.#pauses.get(organizationId)?.isDue ?? false);
    });
  }

  /** Reports that a call of the organization was booked. */
  recordUse(organizationId: string): void {
    const pause = this.#pauses.get(organizationId);
    if (pause === undefined) this.#recordNow(organizationId);
    else pause.isDue = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #recordNow(organizationId: string): void {
    this.#pause(organizationId, false);
    // If the database is unavailable, the record is retried after the pause.
    this.#record(organizationId).catch(() => {
      if (!this.#isClosed) this.recordUse(organizationId);
    });
  }

  /** Starts a pause without events. An event that becomes due meanwhile is recorded when the pause ends. */
  #pause(organizationId: string, isDue: boolean): void {
    clearTimeout(this.#pauses.get(organizationId)?.timer);
    const timer = setTimeout(() => {
      const wasDue = this.#pauses.get(organizationId)?.isDue;
      this.#pauses.delete(organizationId);
      if (wasDue) this.#recordNow(organizationId);
    }, usageEventIntervalMs);
    timer.unref();
    this.#pauses.set(organizationId, { timer, isDue });
  }
}
