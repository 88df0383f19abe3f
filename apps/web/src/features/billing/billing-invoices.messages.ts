import type de from "./billing-invoices.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "billing-invoices": typeof de;
  }
}
