import type de from "./invoice-labels.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "invoice-labels": typeof de;
  }
}
