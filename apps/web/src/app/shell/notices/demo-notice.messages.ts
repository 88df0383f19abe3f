import type de from "./demo-notice.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "demo-notice": typeof de;
  }
}
