import type de from "./practice-steps.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "practice-steps": typeof de;
  }
}
