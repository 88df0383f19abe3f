import type de from "./ai-switches.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-switches": typeof de;
  }
}
