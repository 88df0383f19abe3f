import type { Language } from "@praxisportal/contract/languages";
import type { Clock } from "../clock/clock.ts";
import type { LiveEvents } from "./live-events.ts";
import de from "./system-alerts.de.json" with { type: "json" };
import en from "./system-alerts.en.json" with { type: "json" };
import fr from "./system-alerts.fr.json" with { type: "json" };
import it from "./system-alerts.it.json" with { type: "json" };

export type SystemAlert = keyof typeof de;

const texts: Readonly<Record<Language, Readonly<Record<SystemAlert, string>>>> = { de, en, fr, it };
/** What goes wrong, goes wrong many times in a row; this often it is said. */
const pauseMs = 10 * 60_000;

/** Tells those who look after the platform, while they are signed in, what went wrong without them. */
export class SystemAlerts {
  readonly #live: LiveEvents;
  readonly #clock: Clock;
  readonly #raisedAt = new Map<SystemAlert, number>();

  constructor(live: LiveEvents, clock: Clock) {
    this.#live = live;
    this.#clock = clock;
  }

  /** Shows it in every language, for the page to choose; nothing while the same was said lately by this process. */
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
