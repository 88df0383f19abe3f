import type de from "./ai-providers.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-providers": typeof de;
  }
}
