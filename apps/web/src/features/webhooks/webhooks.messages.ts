import type de from "./webhooks.de.json";
import type events from "./webhook-events.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    webhooks: typeof de;
    "webhook-events": typeof events;
  }
}
