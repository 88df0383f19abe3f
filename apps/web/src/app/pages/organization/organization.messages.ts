import type de from "./organization.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    organization: typeof de;
  }
}
