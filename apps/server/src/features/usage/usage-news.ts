import type { LiveEvents } from "../../platform/realtime/live-events.ts";

/** Least time between two events about the usage of a practice, in ms. */
export const usageNewsPauseMs = 1_000;

type Pause = { timer: NodeJS.Timeout; isDue: boolean };

/**
 * Tells open pages of a practice that something was used: at once, and then at most once a second however many calls
 * end, the last of them always included. What another process told counts as told, so that many processes do not tell
 * many times as much.
 */
export class UsageNews {
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

  /** A call of the practice was booked. */
  used(organizationId: string): void {
    const pause = this.#pauses.get(organizationId);
    if (pause === undefined) this.#tell(organizationId);
    else pause.isDue = true;
  }

  close(): void {
    this.#unsubscribe();
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #tell(organizationId: string): void {
    this.#pause(organizationId, false);
    this.#live.publish({ event: "usageUpdate", organizationId, data: { kind: "used" } });
  }

  /** Nothing is told until it ends; whatever is due then is. */
  #pause(organizationId: string, isDue: boolean): void {
    clearTimeout(this.#pauses.get(organizationId)?.timer);
    const timer = setTimeout(() => {
      const wasDue = this.#pauses.get(organizationId)?.isDue;
      this.#pauses.delete(organizationId);
      if (wasDue) this.#tell(organizationId);
    }, usageNewsPauseMs);
    timer.unref();
    this.#pauses.set(organizationId, { timer, isDue });
  }
}
