import type de from "./step-up.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "step-up": typeof de;
  }
}
