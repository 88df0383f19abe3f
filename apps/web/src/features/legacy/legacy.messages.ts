import type de from "./legacy.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    legacy: typeof de;
  }
}
