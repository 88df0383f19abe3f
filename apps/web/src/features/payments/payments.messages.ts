import type de from "./payments.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    payments: typeof de;
  }
}
