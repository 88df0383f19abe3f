import type de from "./shell.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    shell: typeof de;
  }
}
