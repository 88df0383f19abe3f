import type de from "./rights.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    rights: typeof de;
  }
}
