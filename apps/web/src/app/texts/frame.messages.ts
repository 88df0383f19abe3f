import type de from "./frame.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    frame: typeof de;
  }
}
