import type de from "./auth.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    auth: typeof de;
  }
}
