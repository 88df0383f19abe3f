import type de from "./transfer.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    transfer: typeof de;
  }
}
