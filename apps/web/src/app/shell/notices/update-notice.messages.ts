import type de from "./update-notice.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "update-notice": typeof de;
  }
}
