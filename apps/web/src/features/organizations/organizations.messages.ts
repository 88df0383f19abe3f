import type de from "./organizations.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    organizations: typeof de;
  }
}
