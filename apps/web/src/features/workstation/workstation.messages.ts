import type de from "./workstation.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    workstation: typeof de;
  }
}
