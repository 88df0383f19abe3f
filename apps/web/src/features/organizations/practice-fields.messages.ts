import type de from "./practice-fields.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "practice-fields": typeof de;
  }
}
