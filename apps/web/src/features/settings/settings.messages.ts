import type de from "./settings.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    settings: typeof de;
  }
}
