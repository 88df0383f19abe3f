import type de from "./directory.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    directory: typeof de;
  }
}
