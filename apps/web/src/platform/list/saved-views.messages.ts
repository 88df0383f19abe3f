import type de from "./saved-views.de.json";

declare module "../i18n/catalogues.ts" {
  interface Catalogues {
    "saved-views": typeof de;
  }
}
