import type de from "./users-bulk.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "users-bulk": typeof de;
  }
}
