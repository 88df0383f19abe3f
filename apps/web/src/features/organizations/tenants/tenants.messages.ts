import type de from "./tenants.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    tenants: typeof de;
  }
}
