import type de from "./people.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    people: typeof de;
  }
}
