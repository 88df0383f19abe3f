import type de from "./two-factor.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "two-factor": typeof de;
  }
}
