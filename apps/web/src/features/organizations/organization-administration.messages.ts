import type de from "./organization-administration.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "organization-administration": typeof de;
  }
}
