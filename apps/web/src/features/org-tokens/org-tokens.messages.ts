import type de from "./org-tokens.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "org-tokens": typeof de;
  }
}
