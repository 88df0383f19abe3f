import type de from "./client-tokens.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "client-tokens": typeof de;
  }
}
