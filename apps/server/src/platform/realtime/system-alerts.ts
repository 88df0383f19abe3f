import type { Language } from "@praxisportal/contract/languages";
import type { Logger } from "pino";
import type { PlatformDb } from "../db/platform-db.ts";
import type { LiveEvents } from "./live-events.ts";
import de from "./system-alerts.de.json" with { type: "json" };
import en from "./system-alerts.en.json" with { type: "json" };
import fr from "./system-alerts.fr.json" with { type: "json" };
import it from "./system-alerts.it.json" with { type: "json" };
import { claimAlert } from "./system-alerts.platform-queries.ts";

export type SystemAlert = keyof typeof de;

const texts: Readonly<Record<Language, Readonly<Record<SystemAlert, string>>>> = { de, en, fr, it };
/** Minimum interval between equal alerts of an installation, because failures tend to repeat. */
const pauseMs = 10 * 60_000;

type Dependencies = { live: LiveEvents; db: PlatformDb; log: Pick<Logger, "warn"> };

/** Notifies signed-in platform accounts of background failures. */
export class SystemAlerts {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Publishes an alert in all languages, of which the page chooses one. Does nothing if a process of the installation
   * raised the same alert recently. Never rejects. If the database is unavailable, the alert is published, because that
   * may be its cause.
   */
  async raise(alert: SystemAlert): Promise<void> {
    const { live, db, log } = this.#dependencies;
    const isDue = await claimAlert(db, alert, pauseMs).catch((error: unknown) => {
      log.warn({ err: error, alert }, "alerts: the time of an alert could not be stored");
      return true;
    });
    if (!isDue) return;
    const messages = Object.fromEntries(
      Object.entries(texts).map(([language, languageTexts]) => [language, languageTexts[alert]]),
    );
    live.publish({ event: "systemAlert", platformOnly: true, data: { id: alert, messages } });
  }
}
