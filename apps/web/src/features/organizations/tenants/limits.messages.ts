import type de from "./limits.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    limits: typeof de;
  }
}
