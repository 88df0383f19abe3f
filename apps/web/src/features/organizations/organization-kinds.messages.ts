import type de from "./organization-kinds.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "organization-kinds": typeof de;
  }
}
