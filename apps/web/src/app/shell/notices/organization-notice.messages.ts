import type de from "./organization-notice.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "organization-notice": typeof de;
  }
}
