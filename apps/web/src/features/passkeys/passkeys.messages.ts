import type de from "./passkeys.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    passkeys: typeof de;
  }
}
