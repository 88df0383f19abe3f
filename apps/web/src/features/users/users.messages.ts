import type de from "./users.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    users: typeof de;
  }
}
