import type de from "./email.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    email: typeof de;
  }
}
