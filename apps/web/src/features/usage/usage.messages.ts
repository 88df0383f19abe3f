import type de from "./usage.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    usage: typeof de;
  }
}
