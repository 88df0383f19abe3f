import type de from "./second-step.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "second-step": typeof de;
  }
}
