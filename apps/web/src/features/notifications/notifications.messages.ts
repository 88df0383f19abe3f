import type de from "./notifications.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    notifications: typeof de;
  }
}
