import type de from "./roles.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    roles: typeof de;
  }
}
