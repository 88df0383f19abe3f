import type de from "./person-permissions.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "person-permissions": typeof de;
  }
}
