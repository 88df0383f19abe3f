import type de from "./ai-organization.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-organization": typeof de;
  }
}
