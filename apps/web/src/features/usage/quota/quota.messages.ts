import type de from "./quota.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    quota: typeof de;
  }
}
