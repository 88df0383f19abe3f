import type de from "./own-data.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "own-data": typeof de;
  }
}
