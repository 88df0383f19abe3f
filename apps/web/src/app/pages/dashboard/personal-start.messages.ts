import type de from "./personal-start.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "personal-start": typeof de;
  }
}
