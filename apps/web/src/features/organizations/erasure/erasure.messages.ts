import type de from "./erasure.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    erasure: typeof de;
  }
}
