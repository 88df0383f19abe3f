import type de from "./tenant-changes.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "tenant-changes": typeof de;
  }
}
