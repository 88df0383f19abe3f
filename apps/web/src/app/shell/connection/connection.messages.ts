import type de from "./connection.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    connection: typeof de;
  }
}
