import type de from "./sites.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    sites: typeof de;
  }
}
