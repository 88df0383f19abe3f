import type de from "./own-start.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "own-start": typeof de;
  }
}
