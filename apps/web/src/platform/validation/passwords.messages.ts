import type de from "./passwords.de.json";

declare module "../i18n/catalogues.ts" {
  interface Catalogues {
    passwords: typeof de;
  }
}
