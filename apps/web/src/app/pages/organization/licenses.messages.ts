import type de from "./licences.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    licences: typeof de;
  }
}
