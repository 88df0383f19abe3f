import type { LiveEvents } from "../../platform/realtime/live-events.ts";

/** Minimum time between two usage events of an organization, in ms. */
export const usageEventIntervalMs = 1_000;

type Pause = { timer: NodeJS.Timeout; isDue: boolean };

/**
 * Publishes usage events to the open pages of an organization: the first at once, then at most one per second. The
 * last call is always covered. Events of other processes count, so that more processes do not raise the rate.
 */
export class UsageEventThrottle {
  readonly #live: LiveEvents;
  readonly #pauses = new Map<string, Pause>();
  readonly #unsubscribe: () => void;

  constructor(live: LiveEvents) {
    this.#live = live;
    this.#unsubscribe = live.subscribe(({ event, organizationId, data }) => {
      if (event !== "usageUpdate" || organizationId === undefined || data["kind"] !== "used") return;
      this.#pause(organizationId, this.#pauses.get(organizationId)?.isDue ?? false);
    });
  }

  /** Reports that a call of the organization was booked. */
  used(organizationId: string): void {
    const pause = this.#pauses.get(organizationId);
    if (pause === undefined) this.#publish(organizationId);
    else pause.isDue = true;
  }

  close(): void {
    this.#unsubscribe();
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #publish(organizationId: string): void {
    this.#pause(organizationId, false);
    this.#live.publish({ event: "usageUpdate", organizationId, data: { kind: "used" } });
  }

  /** Starts a pause without events. An event that becomes due meanwhile is published when the pause ends. */
  #pause(organizationId: string, isDue: boolean): void {
    clearTimeout(this.#pauses.get(organizationId)?.timer);
    const timer = setTimeout(() => {
      const wasDue = this.#pauses.get(organizationId)?.isDue;
      this.#pauses.delete(organizationId);
      if (wasDue) this.#publish(organizationId);
    }, usageEventIntervalMs);
    timer.unref();
    this.#pauses.set(organizationId, { timer, isDue });
  }
}
