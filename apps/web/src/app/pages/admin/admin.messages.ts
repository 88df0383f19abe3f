import type de from "./admin.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    admin: typeof de;
  }
}
