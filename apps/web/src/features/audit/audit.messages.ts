import type de from "./audit.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    audit: typeof de;
  }
}
