import type de from "./billing-profile.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "billing-profile": typeof de;
  }
}
