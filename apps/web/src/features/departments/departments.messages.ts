import type de from "./departments.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    departments: typeof de;
  }
}
