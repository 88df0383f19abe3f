import type de from "./licenses.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    licenses: typeof de;
  }
}
