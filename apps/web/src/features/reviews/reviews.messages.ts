import type de from "./reviews.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    reviews: typeof de;
  }
}
