import type de from "./tasks.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    tasks: typeof de;
  }
}
