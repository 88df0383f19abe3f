import type de from "./debug-auth.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "debug-auth": typeof de;
  }
}
