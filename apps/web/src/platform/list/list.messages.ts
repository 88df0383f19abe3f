import type de from "./list.de.json";

declare module "../i18n/catalogues.ts" {
  interface Catalogues {
    list: typeof de;
  }
}
