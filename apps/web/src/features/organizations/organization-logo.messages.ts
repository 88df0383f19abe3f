import type de from "./organization-logo.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "organization-logo": typeof de;
  }
}
