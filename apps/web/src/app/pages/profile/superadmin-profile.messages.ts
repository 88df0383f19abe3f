import type de from "./superadmin-profile.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "superadmin-profile": typeof de;
  }
}
