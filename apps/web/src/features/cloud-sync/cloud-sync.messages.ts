import type de from "./cloud-sync.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "cloud-sync": typeof de;
  }
}
