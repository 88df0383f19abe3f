import type de from "./session.de.json";

declare module "../i18n/catalogues.ts" {
  interface Catalogues {
    session: typeof de;
  }
}
