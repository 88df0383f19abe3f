import type de from "./organization-fields.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "organization-fields": typeof de;
  }
}
