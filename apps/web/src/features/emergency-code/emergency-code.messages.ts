import type de from "./emergency-code.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "emergency-code": typeof de;
  }
}
