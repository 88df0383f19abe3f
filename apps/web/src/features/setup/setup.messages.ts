import type de from "./setup.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    setup: typeof de;
  }
}
