import type de from "./profile.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    profile: typeof de;
  }
}
