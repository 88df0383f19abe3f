import type de from "./staff.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    staff: typeof de;
  }
}
