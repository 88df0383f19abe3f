import type de from "./billing.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    billing: typeof de;
  }
}
