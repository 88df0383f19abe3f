import type de from "./practice-kinds.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "practice-kinds": typeof de;
  }
}
