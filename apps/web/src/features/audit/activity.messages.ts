import type de from "./activity.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    activity: typeof de;
  }
}
