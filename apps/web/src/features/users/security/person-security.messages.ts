import type de from "./person-security.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "person-security": typeof de;
  }
}
