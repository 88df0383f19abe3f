import type de from "./pending-changes.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "pending-changes": typeof de;
  }
}
