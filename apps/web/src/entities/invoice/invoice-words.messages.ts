import type de from "./invoice-words.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "invoice-words": typeof de;
  }
}
