import type de from "./emergency-unlock.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "emergency-unlock": typeof de;
  }
}
