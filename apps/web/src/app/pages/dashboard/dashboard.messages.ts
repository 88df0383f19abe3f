import type de from "./dashboard.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    dashboard: typeof de;
  }
}
