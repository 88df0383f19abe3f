import type { Language } from "@praxisportal/contract/languages";
import type { Clock } from "../clock/clock.ts";
import type { LiveEvents } from "./live-events.ts";
import de from "./system-alerts.de.json" with { type: "json" };
import en from "./system-alerts.en.json" with { type: "json" };
import fr from "./system-alerts.fr.json" with { type: "json" };
import it from "./system-alerts.it.json" with { type: "json" };

export type SystemAlert = keyof typeof de;

const texts: Readonly<Record<Language, Readonly<Record<SystemAlert, string>>>> = { de, en, fr, it };
/** Minimum interval between equal alerts, because failures tend to repeat. */
const pauseMs = 10 * 60_000;

/** Notifies signed-in platform accounts of background failures. */
export class SystemAlerts {
  readonly #live: LiveEvents;
  readonly #clock: Clock;
  readonly #raisedAt = new Map<SystemAlert, number>();

  constructor(live: LiveEvents, clock: Clock) {
    this.#live = live;
    this.#clock = clock;
  }

  /**
   * Publishes an alert in every language, from which the page chooses. Does nothing when this process raised the same
   * alert recently.
   */
  raise(alert: SystemAlert): void {
    const now = this.#clock.now().getTime();
    const last = this.#raisedAt.get(alert);
    if (last !== undefined && now - last < pauseMs) return;
    this.#raisedAt.set(alert, now);
    const messages = Object.fromEntries(
      Object.entries(texts).map(([language, each]) => [language, each[alert]]),
    );
    this.#live.publish({ event: "systemAlert", platformOnly: true, data: { id: alert, messages } });
  }
}
