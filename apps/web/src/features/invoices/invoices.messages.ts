import type operator from "./operator/invoice-operator.de.json";
import type changes from "./detail/invoice-changes.de.json";
import type de from "./invoices.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    invoices: typeof de;
    "invoice-changes": typeof changes;
    "invoice-operator": typeof operator;
  }
}
