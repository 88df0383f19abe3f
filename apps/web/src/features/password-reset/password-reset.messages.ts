import type de from "./password-reset.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "password-reset": typeof de;
  }
}
