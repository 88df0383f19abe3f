import type de from "./pin.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    pin: typeof de;
  }
}
