import type de from "./practices.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    practices: typeof de;
  }
}
