import type de from "./tenant-export.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "tenant-export": typeof de;
  }
}
