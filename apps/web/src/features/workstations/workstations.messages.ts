import type de from "./workstations.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    workstations: typeof de;
  }
}
