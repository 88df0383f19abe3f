import type de from "./operations.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    operations: typeof de;
  }
}
