import type de from "./desk.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    desk: typeof de;
  }
}
